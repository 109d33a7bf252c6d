//! Pictures of a model as files.

use loopscope_core::system::Matrix;
use loopscope_draw::paint::{self, Theme};
use loopscope_draw::scene::matrix::{matrix, MatrixPicture};
use loopscope_draw::scene::model::{model, ModelSource, ModelState};

use super::Program;
use crate::view::tags::tag_slots;

/// Width of a picture of a model in CSS pixels, and the height that it should have.
const WIDTH: f64 = 1_120.0;
const HEIGHT: f64 = 640.0;
/// Width of a picture of a matrix.
const MATRIX: f64 = 640.0;

impl Program {
    /// The picture of the model as SVG, light: its main loops, or all of it.
    pub fn svg(&self, name: &str, whole: bool) -> String {
        let tags = tag_slots(&self.analysis);
        let source = ModelSource { model: self.model(), tags: &tags, volumes: None };
        let state = ModelState { width: WIDTH, height: HEIGHT, whole, ..ModelState::default() };
        let title = format!("The loops of {name}");
        paint::svg(&model(&source, &state).scene, Theme::Light, &title)
    }

    /// The picture of a matrix of the model as SVG, light: of its messages, or of their bytes.
    pub fn matrix_svg(&self, name: &str, of: &Matrix, bytes: bool) -> String {
        let processes = self.model().processes();
        let scene = matrix(&MatrixPicture { processes, matrix: of, bytes, width: MATRIX });
        let title = format!("Who sends how much to whom in {name}");
        paint::svg(&scene, Theme::Light, &title)
    }
}

/** The browser's dialogs to choose files or a folder: the page's inputs put themselves in, keys and buttons open them. */
export class FilePicker {
  files: () => void = () => undefined;
  folder: () => void = () => undefined;
}

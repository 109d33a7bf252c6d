//! Messages of JavaScript that say what they are in one of their fields, such as `{ type: "summary", handle: 1 }`.
//!
//! serde can derive this form (`tag = ".."`), but then it first copies all fields into a tree, since the tag might come last,
//! and every type within has a second reader for that tree. An object of JavaScript can be asked for its tag first.

use js_sys::Reflect;
use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_wasm_bindgen::Error;
use wasm_bindgen::JsValue;

/// Reads an enum whose variant is named by the field `tag`; the other fields are those of the variant.
pub(crate) fn read<T: DeserializeOwned>(value: JsValue, tag: &str) -> Result<T, Error> {
    T::deserialize(Tagged { value, tag })
}

/// An object, and the name of the field that says which variant it is.
struct Tagged<'a> {
    value: JsValue,
    tag: &'a str,
}

impl<'de> Deserializer<'de> for Tagged<'_> {
    type Error = Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::Enum, &visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Tagged<'_> {
    type Error = Error;
    type Variant = Fields;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Fields), Error> {
        let tag = Reflect::get(&self.value, &self.tag.into()).ok().and_then(|tag| tag.as_string());
        let tag = tag.ok_or_else(|| Error::custom("it does not say what it is"))?;
        Ok((seed.deserialize(StringDeserializer::<Error>::new(tag))?, Fields(self.value)))
    }
}

/// The fields of a variant, and the tag, which no variant asks for.
struct Fields(JsValue);

impl<'de> VariantAccess<'de> for Fields {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(serde_wasm_bindgen::Deserializer::from(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::TupleVariant, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        serde_wasm_bindgen::Deserializer::from(self.0).deserialize_struct("", fields, visitor)
    }
}

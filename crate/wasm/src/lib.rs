//! The door of the browser: the session, callable from a worker.

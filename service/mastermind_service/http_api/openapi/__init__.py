"""The OpenAPI document, made from the descriptors and the comments of the protos."""

/** Its own types stand where its `exports` do not lead. */
declare module 'tesseract-wasm' {
  interface Picture {
    /** RGBA. */
    readonly data: Uint8ClampedArray
    readonly width: number
    readonly height: number
  }
  interface OCREngine {
    loadModel(model: Uint8Array): void
    loadImage(picture: Picture): void
    getText(): string
    clearImage(): void
  }
  function createOCREngine(options: { readonly wasmBinary: Uint8Array }): Promise<OCREngine>
}

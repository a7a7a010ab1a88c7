/** Types of the part of Tesseract used here. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** The recognition API. Methods that return a status return 0 on success. */
  export interface Tesseract {
    Init(folder: string, languages: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Loads the file `/input`; `turn` is the EXIF orientation. */
    SetImageFile(turn: number, angle: number): number;
    Recognize(monitor: null): number;
    /** All words of a page with position and confidence, one row each. */
    GetTSVText(page: number): string;
    Clear(): void;
  }
  export interface Engine {
    /** The in-memory file system of the engine. */
    readonly FS: {
      writeFile(path: string, content: Uint8Array): void;
      unlink(path: string): void;
    };
    readonly TessBaseAPI: new () => Tesseract;
  }
  export default function start(options: {
    readonly wasmBinary: Uint8Array;
    readonly print: () => void;
    readonly printErr: () => void;
  }): Promise<Engine>;
}

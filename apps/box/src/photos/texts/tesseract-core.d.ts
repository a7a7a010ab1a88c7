/** The part of Tesseract that is used here, as its package has it. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** What it works with while it runs. A call that says whether it worked answers 0 when it did. */
  export interface Tesseract {
    Init(folder: string, languages: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Takes the file `/input`, turned as EXIF numbers it. */
    SetImageFile(turn: number, angle: number): number;
    Recognize(monitor: null): number;
    /** Every word of a page with where it is and how sure it is, a row each. */
    GetTSVText(page: number): string;
    Clear(): void;
  }
  export interface Engine {
    /** Files in its memory. */
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

export interface SourceDigests {
  functionDigests(name: string): readonly string[] | null;
  moduleDigest(name: string): string;
  commandDigest(name: string): string | undefined;
  messageDigest(key: string): string | undefined;
}
export declare const createSourceDigests: (root?: string) => SourceDigests;

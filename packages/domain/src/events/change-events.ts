/** What the box told of itself. */
export type ChangeEvent =
  /** In these folders something came, went or was written, and in these areas something is different; with `everything` anywhere. */
  {
    readonly type: 'BoxChanged';
    readonly data: {
      readonly folders: readonly string[];
      readonly areas: readonly string[];
      readonly everything: boolean;
    };
  };

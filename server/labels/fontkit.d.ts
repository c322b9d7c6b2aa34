/** What we use of fontkit, which comes without types of its own. */
declare module 'fontkit' {
  export type Glyph = {
    readonly advanceWidth: number
    readonly path: { readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[] }
  }
  export type Font = {
    readonly characterSet: readonly number[]
    readonly glyphForCodePoint: (code: number) => Glyph
  }
  export const openSync: (file: string) => unknown
}

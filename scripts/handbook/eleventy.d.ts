/** What the making of the handbook uses of Eleventy, which declares no types. */
declare module '@11ty/eleventy' {
  type PageData = {
    readonly content: string
    readonly title: string
    readonly language: 'zh' | 'en'
    readonly page: { readonly url: string }
  }
  export type EleventyConfig = {
    addTemplate(path: string, content: string | ((data: PageData) => string), data?: Readonly<Record<string, unknown>>): void
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void
    setUseGitIgnore(isUsed: boolean): void
    amendLibrary(name: 'md', amend: (library: MarkdownLibrary) => void): void
  }
  export type MarkdownLibrary = {
    enable(rule: 'code'): void
    readonly renderer: {
      readonly rules: Record<string, (tokens: readonly MarkdownToken[], index: number) => string>
    }
  }
  export type MarkdownToken = {
    readonly tag: string
    readonly content: string
    attrGet(name: string): string | null
    attrSet(name: string, value: string): void
  }
  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { readonly quietMode: boolean; readonly configPath: false; readonly config: (config: EleventyConfig) => void },
    )
    write(): Promise<unknown>
  }
}

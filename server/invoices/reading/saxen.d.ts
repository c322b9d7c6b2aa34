/** What we use of saxen, which declares no types. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', hear: (name: string, attributes: () => Readonly<Record<string, string>>) => void): this
    on(event: 'closeTag', hear: () => void): this
    on(event: 'text', hear: (text: string, decode: (text: string) => string) => void): this
    on(event: 'cdata', hear: (text: string) => void): this
    on(event: 'error' | 'warn', hear: (error: Error) => void): this
    on(event: 'attention', hear: (text: string) => void): this
    parse(xml: string): void
  }
}

import { documentKind } from './all.ts'
import { type DocumentKind, titleFor, stageTitle } from './define.ts'

/** What writes on an asset's card besides the documents, and what readers are told it was. */
const ways = { entered: '新增资产', changed: '修改资产', takenOver: '期初导入', reversed: '冲销' } as const
const isWay = (code: string): code is keyof typeof ways => Object.hasOwn(ways, code)

/** What wrote on an asset's card, as its history keeps it: one of these ways, else a kind of document and, after a slash, its stage. */
export type CardAction = keyof typeof ways | { readonly kind: DocumentKind; readonly stage: number }

/** How it is kept. */
export const codeOfAction = (action: CardAction): string => {
  if (typeof action === 'string') return action
  const { kind, stage } = action
  return stageTitle(kind, stage) === undefined ? kind.kind : `${kind.kind}/${stage}`
}

/**
 * What readers are told, in Chinese; `keeps` says of which kinds the reader is a keeper, as of all where it is left out. A code that nothing
 * knows stands for itself: histories have been kept in words as well.
 */
export const wordsOfAction = (code: string, keeps: (kind: DocumentKind) => boolean = () => true): string => {
  if (isWay(code)) return ways[code]
  const [name = '', stage = ''] = code.split('/')
  const kind = documentKind(name)
  return kind ? (stageTitle(kind, Number(stage)) ?? titleFor(kind, keeps(kind))) : code
}

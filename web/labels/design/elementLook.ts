import { Barcode, Image, type LucideIcon, Minus, QrCode, ScanQrCode, Square, TextCursorInput, Type } from 'lucide-react'
import { type ElementKind, kindOfElement } from '../../../domain/labels/design.ts'
import type { LabelElement, LabelText } from '../../../domain/labels/template.ts'
import type { LabelBindings } from '../useBindings.ts'
import { t } from '../../words.ts'

/** How a kind of element looks in the palette. */
export const elementLooks: Readonly<Record<ElementKind, { readonly title: string; readonly icon: LucideIcon }>> = {
  field: { title: '字段', icon: TextCursorInput },
  words: { title: '文字', icon: Type },
  qr: { title: '二维码', icon: QrCode },
  datamatrix: { title: 'DataMatrix', icon: ScanQrCode },
  code128: { title: '条形码', icon: Barcode },
  line: { title: '线条', icon: Minus },
  frame: { title: '边框', icon: Square },
  picture: { title: '图片', icon: Image },
}

/** The words for keys in the reader's language, each once. */
const wordsOf = (bindings: LabelBindings): ReadonlyMap<string, string> => {
  const words = new Map<string, string>()
  const usedLabels = new Set<string>()
  for (const { key, label } of bindings) {
    const labelWords = usedLabels.has(t(label)) ? key : t(label)
    usedLabels.add(labelWords)
    words.set(key, labelWords)
  }
  return words
}

/** `编号 {instanceCode}` as people read it: `编号 {资产编码}`. */
export const textToRead = (text: LabelText, bindings: LabelBindings): string => {
  const words = wordsOf(bindings)
  return text.replaceAll(/\{(\w+)\}/g, (match, key: string) => (words.has(key) ? `{${words.get(key)}}` : match))
}

/** And back; a place that names nothing stays as it was typed. */
export const textToKeep = (text: string, bindings: LabelBindings): LabelText => {
  const keys = new Map([...wordsOf(bindings)].map(([key, label]) => [label, key]))
  return text.replaceAll(/\{([^{}]+)\}/g, (match, name: string) => (keys.has(name) ? `{${keys.get(name)}}` : match))
}

/** What an element says, its fields by their names; empty for what says nothing. */
export const saidBy = (element: LabelElement, bindings: LabelBindings): string =>
  element.type === 'text' || element.type === 'code' ? textToRead(element.text, bindings).replaceAll(/[{}]/g, '') : ''

/** What an element is called in warnings. */
export const elementName = (element: LabelElement, bindings: LabelBindings): string =>
  [t(elementLooks[kindOfElement(element)].title), saidBy(element, bindings)].filter(Boolean).join(' ')

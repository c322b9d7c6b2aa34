import { parseScan } from '../../devices/scanPayload.ts'
import { type Scan, textsOf } from '../../devices/scanner.ts'
import { recordOf } from '../../domain/records/all.ts'
import { scanFind, type ScanAnswer, type ScannedNoun, type ScannedThing } from '../../domain/scan/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { call, CallError } from '../call.ts'
import { choose } from '../look/overlays/confirm.ts'
import { t } from '../words.ts'
import { recordLook } from '../records/recordLook.ts'
import { learnRows } from '../forms/names.ts'
import { knownThings, rememberThings } from './knownThings.ts'
import { oneOf } from './several.ts'

/** The thing that a label names. */
export type ScanResult = { readonly noun: ScannedNoun; readonly row: RecordRow }

/**
 * What a scan names; of several codes in one picture everything that they name. Without a network what this device has seen before. Throws
 * CallError with the words to show.
 */
export const findScanned = async (scan: Scan, wants?: readonly ScannedNoun[]): Promise<ScanAnswer> =>
  oneOf(await Promise.all(textsOf(scan).map((text) => find(text, wants))))

const find = async (text: string, wants: readonly ScannedNoun[] | undefined): Promise<ScanAnswer> => {
  try {
    const answer = await call(scanFind, { read: text.slice(0, 4096), ...(wants && { wants: [...wants] }) }, { quiet: true })
    if (answer.t === 'found') {
      learnRows(answer.thing.noun, [answer.thing.row])
      rememberThings([answer.thing])
    }
    return answer
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error
    const subjects = (await knownThings(parseScan(text))).filter(({ noun }) => !wants || wants.includes(noun))
    if (subjects.length === 0) throw new CallError({ status: 0, code: 0, reason: error.reason }, t('没有网络，这台设备也没有见过这个码'))
    return oneOf(subjects.map((subject) => ({ t: 'found', thing: subject })))
  }
}

/** The one thing that is meant: where there are several the person is asked. Otherwise why there is none, in words; undefined where no one chose. */
export const meant = async (answer: ScanAnswer): Promise<ScanResult | string | undefined> => {
  if (answer.t === 'found') return answer.thing
  if (answer.t !== 'choose') return wordsOf(answer)
  const choice = await choose(
    t('扫到 {count} 项，要哪一个？', { count: answer.things.length }),
    answer.things.map(({ noun, row }) => {
      const { title, text } = recordLook(recordOf(noun), row)
      return { value: `${noun} ${row.id}`, label: title, text: [t(nounWords[noun]), text].filter(Boolean).join('\u00a0· ') }
    }),
  )
  return answer.things.find(({ noun, row }) => `${noun} ${row.id}` === choice)
}

const nounWords: Readonly<Record<ScannedThing['noun'], string>> = { asset: '资产', consumable: '耗材', location: '区域', person: '人员' }

/** Why a scan names nothing that could be shown. */
export const wordsOf = (answer: Exclude<ScanAnswer, { t: 'found' | 'choose' }>): string => {
  if (answer.t === 'foreign') return t('这是其他单位的标签')
  if (answer.t === 'damaged') return t('这个码没有读全或已损坏，请再扫一次，或输入编码')
  if (answer.t === 'blank') return t('这张空白标签还没有绑定')
  return t('没有找到编码为{code}的物品', { code: answer.code.slice(0, 60) })
}

import { session, store, stored } from '../../session.ts'

/** Sentences that people put into opinions with one tap, in Chinese; each person keeps lists of their own on this device, one for each verdict. */
export const presetsOf = (verdict: Verdict): readonly string[] => stored<string[]>(keyOf(verdict)) ?? delivered[verdict]
export const keepPresets = (verdict: Verdict, presets: readonly string[]): void => store(keyOf(verdict), [...presets], 0)
export type Verdict = 'approve' | 'reject'

/** The signature that somebody used last on this device: a stored path. */
export const lastSignature = (): string | undefined => stored<string>(keyOf('signature'))
export const keepSignature = (path: string): void => store(keyOf('signature'), path, 0)

export const presetsAtMost = 20

const delivered: Readonly<Record<Verdict, readonly string[]>> = {
  approve: ['同意', '情况属实，同意', '请尽快办理'],
  reject: ['请补充说明', '数量过多，请核实', '暂不需要', '请先使用现有库存'],
}
const keyOf = (what: string): string => `_opinion_${what}_${session().uid}`

/** Decisions that words go with; each has sentences of its own. */
export const verdicts = ['approve', 'reject'] as const
export type Verdict = (typeof verdicts)[number]

/** How many sentences a person keeps for one verdict, and how long each may be. */
export const presetsAtMost = 20
export const presetMaxLength = 140

/** The sentences that everyone has who never changed them, in Chinese. */
export const startingPresets: Readonly<Record<Verdict, readonly string[]>> = {
  approve: ['同意', '情况属实，同意', '请尽快办理'],
  reject: ['请补充说明', '数量过多，请核实', '暂不需要', '请先使用现有库存'],
}

/**
 * A person's sentences with those of another list added, each once: the own ones keep their places (undefined where there are none), what
 * is no sentence is left out, and what there is no room for.
 */
export const withPresets = (ownPhrases: readonly string[] | undefined, otherPhrases: readonly unknown[]): string[] => {
  const addedPhrases = otherPhrases
    .filter((words) => typeof words === 'string')
    .map((words) => words.trim())
    .filter((words) => words !== '' && words.length <= presetMaxLength)
  return [...new Set([...(ownPhrases ?? []), ...addedPhrases])].slice(0, presetsAtMost)
}

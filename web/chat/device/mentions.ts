import type { Mention } from '../../../domain/chat/body.ts'

/** The mentions of a text after it was edited: those behind the edit move with their words, those within it are none any more. */
export const mentionsAfter = (before: string, after: string, mentions: readonly Mention[]): Mention[] => {
  const shorterLength = Math.min(before.length, after.length)
  let head = 0
  while (head < shorterLength && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorterLength - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const ends = before.length - tail
  const shift = after.length - before.length
  return mentions.flatMap((mention) => {
    if (mention.to <= head) return [mention]
    if (mention.from >= ends) return [{ ...mention, from: mention.from + shift, to: mention.to + shift }]
    return []
  })
}

/** The text with a person's name in place of the `@` before the caret, and where the caret stands then. */
export const insertMention = (
  text: string,
  caret: number,
  mentions: readonly Mention[],
  member: { readonly uid: Mention['uid']; readonly name: string },
): { readonly text: string; readonly mentions: Mention[]; readonly caret: number } => {
  const begin = text[caret - 1] === '@' ? caret - 1 : caret
  const words = `@${member.name}`
  const next = `${text.slice(0, begin)}${words} ${text.slice(caret)}`
  const otherMentions = mentionsAfter(text, next, mentions)
  return {
    text: next,
    mentions: [...otherMentions, { from: begin, to: begin + words.length, uid: member.uid }].toSorted((a, b) => a.from - b.from),
    caret: begin + words.length + 1,
  }
}

/** The text and its mentions without the space around it. */
export const trimMessage = (text: string, mentions: readonly Mention[]): { readonly text: string; readonly mentions: Mention[] } => {
  const begin = text.length - text.trimStart().length
  const trimmedText = text.trim()
  return {
    text: trimmedText,
    mentions: mentions.flatMap(({ from, to, uid }) =>
      from >= begin && to <= begin + trimmedText.length ? [{ from: from - begin, to: to - begin, uid }] : [],
    ),
  }
}

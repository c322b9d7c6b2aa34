import type { Brief, Note } from '../../domain/chat/body.ts'
import { briefWords as words, noteWords as sentence } from '../../domain/chat/words.ts'
import { session } from '../session/session.ts'
import { t } from '../words.ts'

/** A message in one line, in the reader's language. */
export const briefWords = (brief: Brief): string => words(brief.kind === 'note' ? { ...brief, note: noteForReader(brief.note) } : brief, t)

/** What happened to a conversation, as a sentence. */
export const noteWords = (note: Note): string => sentence(noteForReader(note), t)

/** Its reader is spoken to. */
const noteForReader = (note: Note): Note => {
  const { uid } = session()
  return {
    ...note,
    by: note.by?.uid === uid ? { uid, name: t('您') } : note.by,
    names: note.names.map((name, index) => (note.uids[index] === uid ? t('您') : name)),
  }
}

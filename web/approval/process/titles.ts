import { titleIn } from '../../../domain/approval/flow/title.ts'
import { session } from '../../session/session.ts'
import { t } from '../../words.ts'

/** What an application is called, in the reader's language where it is called as flows are that give it no name of their own. `own`: to the person who asked. */
export const shownTitle = (title: string, isOwn = false): string => titleIn(title, t, isOwn)

/** The same of an application as it was answered, to the person who is signed in. */
export const titleOf = ({ title, initiator }: { readonly title: string; readonly initiator: { readonly uid: string } }): string =>
  shownTitle(title, initiator.uid === session().uid)

/**
 * The title of a notice as it was sent, in the reader's language: one of our sentences about an application, or about a number of them.
 * Whatever else it is stays as it is.
 */
export const shownNotice = (title: string): string => {
  const index = title.indexOf('：')
  const [sentence, about] = index < 0 ? [title, undefined] : [title.slice(0, index), title.slice(index + 1)]
  const [n = ''] = /\d+/.exec(sentence) ?? []
  const words = sentence.replace(/\d+/, '{n}')
  return about === undefined ? t(words, { n }) : t([words, '{title}'].join('：'), { n, title: shownTitle(about) })
}

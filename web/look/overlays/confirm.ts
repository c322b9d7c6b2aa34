import { t } from '../../words.ts'
import { type Choosable, pose } from './questions.ts'
import { toast } from './toast.ts'

/** Asks yes or no; true for yes. Escape, back and a tap beside it mean no. */
export const confirm = (words: { title?: string; text?: string; yes?: string; no?: string; danger?: boolean } = {}): Promise<boolean> =>
  new Promise((resolve) =>
    pose({
      type: 'confirm',
      title: words.title ?? t('确定删除吗?'),
      text: words.text,
      yes: words.yes ?? t('确定'),
      no: words.no ?? t('取消'),
      danger: words.danger ?? false,
      answer: resolve,
    }),
  )

/** Asks before something is deleted; says so when the person thinks better of it. */
export const confirmDelete = async (title = t('确定删除吗?'), text?: string): Promise<boolean> => {
  const isAgreed = await confirm({ title, ...(text ? { text } : {}), yes: t('删除'), danger: true })
  if (!isAgreed) toast(t('已取消操作'))
  return isAgreed
}

/** Says something that has to be read. */
export const tell = (title: string, text?: string): Promise<void> =>
  new Promise((resolve) => pose({ type: 'confirm', title, text, yes: t('知道了'), no: undefined, danger: false, answer: () => resolve() }))

/** Offers several things to do or choose; undefined when none was chosen. */
export const choose = async <V extends string>(title: string, choices: readonly Choosable<V>[]): Promise<V | undefined> => {
  const answer = await new Promise<string | undefined>((resolve) => pose({ type: 'choose', title, choices, answer: resolve }))
  return choices.find(({ value }) => value === answer)?.value
}

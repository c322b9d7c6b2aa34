/** What an application is called where its flow gives it no name of its own. */
export const plainTitle = '{initiator}提交的{flow}'

/** Who and what an application's title names; undefined where it is a name of its own. */
export const namedIn = (title: string): { readonly initiator: string; readonly flow: string } | undefined => {
  const [, initiator, flow] = /^(.+?)提交的(.+)$/s.exec(title) ?? []
  return initiator && flow ? { initiator, flow } : undefined
}

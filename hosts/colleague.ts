import { workplaceColleague } from '../domain/workplaces/operations.ts'
import type { Id } from '../kernel/id.ts'
import type { Ask, Host } from './host.ts'
import type { WorkplaceName } from './workplace.ts'

/** A person of ours as the chat calls the person and the organisation. */
type Colleague = { readonly corpId: string; readonly personId: string }

/** Finds the way to a conversation of the chat with a person of ours, which `open` opens there. */
export const findColleagueBy =
  (ask: Ask, name: WorkplaceName, open: (colleague: Colleague) => Promise<unknown>): NonNullable<Host['findColleague']> =>
  async (uid: Id) => {
    const colleague = await ask(workplaceColleague, { name, uid })
    return colleague ? async () => void (await open(colleague)) : undefined
  }

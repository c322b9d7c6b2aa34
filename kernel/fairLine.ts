import { assertDefined, entryOf, firstOf } from './assert.ts'

/**
 * How many may be at it. `perGroup` and `perGroupWaiting` hold for each group alone; the person who comes when the line is full is refused, and
 * with `newest: 'first'` the one that has waited longest is sent away instead.
 */
export type LineLimits = {
  readonly atOnce: number
  readonly perGroup: number
  readonly waiting: number
  readonly perGroupWaiting: number
  /**
   * Where a group that has just come stands: behind the others, or before them; then the newest and the one that has waited longest take
   * turns, so that no one waits for ever. It is for work that comes in floods of groups that no one has met: the person who comes late to a flood
   * is served soon, and a flood waits for itself.
   */
  readonly newest?: 'first' | 'last'
}

/** A place in the line; `end` gives it back, whether its turn has come or not, and does nothing the second time. */
export type Place = { readonly end: () => void }

export type LineState = { readonly running: number; readonly waiting: number }

type QueuedTask = { readonly start: () => void; readonly sentAway: () => void; readonly end: () => void }
type Group = { running: number; waitingCount: number; readonly members: Map<string, QueuedTask[]> }

/** The next task of a group in which one waits, and whose it is. */
const nextIn = ({ members }: Group): { readonly member: string; readonly next: QueuedTask } => {
  const [member, tasks] = assertDefined(members.entries().next().value, 'a member with a task')
  return { member, next: firstOf(tasks) }
}

/**
 * A line that is fair between groups (organisations, networks) and inside a group between its members (people, logins): whose turn it
 * is goes around, so that the person who brings much waits for themselves only.
 */
export class FairLine {
  readonly #limits: LineLimits
  readonly #groups = new Map<string, Group>()
  /** The groups with a person waiting, the next one first. */
  readonly #order: string[] = []
  #running = 0
  #isNewestTurn = false
  #waiting = 0

  constructor(limits: LineLimits) {
    this.#limits = limits
  }

  get state(): LineState {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Stands in line; `start` is called when the turn has come, at once where there is room, and `sentAway` where a full line lets go of who
   * has waited longest. Undefined where the line is full.
   */
  enter(of: string, member: string, start: (place: Place) => void, sentAway: () => void = () => undefined): Place | undefined {
    const group = this.#groupOf(of)
    const { atOnce, perGroup, waiting, perGroupWaiting } = this.#limits
    const place = this.#place(of, group)
    if (this.#running < atOnce && group.running < perGroup && group.waitingCount === 0) {
      place.begin()
      start(place)
      return place
    }
    if (group.waitingCount >= perGroupWaiting || (this.#waiting >= waiting && !this.#sendOneAway())) {
      this.#forget(of, group)
      return undefined
    }
    place.wait(member, start, sentAway)
    // A group may have been held back by others that have left since.
    this.#goOn()
    return place
  }

  #place(of: string, group: Group) {
    let state: 'new' | 'waiting' | 'running' | 'ended' = 'new'
    let leave = (): void => undefined
    const begin = () => {
      state = 'running'
      group.running++
      this.#running++
    }
    const end = () => {
      if (state === 'running') {
        group.running--
        this.#running--
      } else if (state === 'waiting') leave()
      else return
      state = 'ended'
      this.#forget(of, group)
      this.#goOn()
    }
    const wait = (member: string, start: (place: Place) => void, sentAway: () => void) => {
      state = 'waiting'
      const ownTask: QueuedTask = {
        end,
        sentAway,
        start: () => {
          begin()
          start({ end })
        },
      }
      // Sending a person away may have emptied the group.
      this.#groups.set(of, group)
      const line = group.members.get(member) ?? []
      group.members.set(member, line)
      line.push(ownTask)
      if (group.waitingCount === 0) this.#order.splice(this.#limits.newest === 'first' ? 0 : this.#order.length, 0, of)
      group.waitingCount++
      this.#waiting++
      leave = () => this.#takeOut(of, group, member, ownTask)
    }
    return { begin, end, wait }
  }

  /** Lets as many begin as there is room for. */
  #goOn(): void {
    while (this.#running < this.#limits.atOnce) {
      this.#isNewestTurn = this.#limits.newest !== 'first' || !this.#isNewestTurn
      const mayRun = (group: string) => entryOf(this.#groups, group).running < this.#limits.perGroup
      const of = this.#isNewestTurn ? this.#order.find(mayRun) : this.#order.findLast(mayRun)
      if (of === undefined) return
      const group = entryOf(this.#groups, of)
      const { member, next } = nextIn(group)
      this.#takeOut(of, group, member, next)
      // Both go to the end, the group among the groups and the member among the group's.
      const others = group.members.get(member)
      if (others) {
        group.members.delete(member)
        group.members.set(member, others)
      }
      if (group.waitingCount > 0) this.#order.push(...this.#order.splice(this.#order.indexOf(of), 1))
      next.start()
    }
  }

  #takeOut(of: string, group: Group, member: string, queuedTask: QueuedTask): void {
    const line = entryOf(group.members, member)
    line.splice(line.indexOf(queuedTask), 1)
    if (line.length === 0) group.members.delete(member)
    group.waitingCount--
    this.#waiting--
    if (group.waitingCount === 0) this.#order.splice(this.#order.indexOf(of), 1)
  }

  /** The last group in the order is the one that has waited longest where the newest stand first. */
  #sendOneAway(): boolean {
    const last = this.#limits.newest === 'first' ? this.#order.at(-1) : undefined
    if (last === undefined) return false
    const { next: oldest } = nextIn(entryOf(this.#groups, last))
    oldest.end()
    oldest.sentAway()
    return true
  }

  #groupOf(of: string): Group {
    const existingGroup = this.#groups.get(of)
    if (existingGroup) return existingGroup
    const group: Group = { running: 0, waitingCount: 0, members: new Map() }
    this.#groups.set(of, group)
    return group
  }

  #forget(of: string, group: Group): void {
    if (group.running === 0 && group.waitingCount === 0 && this.#groups.get(of) === group) this.#groups.delete(of)
  }
}

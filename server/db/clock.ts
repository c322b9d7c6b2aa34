import type pg from 'pg'

/** How far the database's clock is ahead of this process's own: asked on every new connection, and again once a minute. */
export class Clock {
  #aheadMs = 0
  #askedAt = Number.NEGATIVE_INFINITY

  /** The moment by the database's clock, in milliseconds since 1970. */
  readonly now = (): number => Math.round(Date.now() + this.#aheadMs)

  isStale(): boolean {
    return performance.now() - this.#askedAt > 60_000
  }

  async ask(client: pg.Client): Promise<void> {
    const before = performance.now()
    this.#askedAt = before
    const [row] = (await client.query('select extract(epoch from clock_timestamp()) * 1000 as moment')).rows
    const tookMs = performance.now() - before
    this.#aheadMs = Number(row.moment) - (Date.now() - tookMs / 2)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { messageOf } from '../../../kernel/caughtError.ts'
import { onlyRow } from '../rows.ts'
import type { FeatureResult } from '../features/databaseFeatures.ts'
import { type LogPosition, positionStatement, replayedInTimelineStatement, type ReplicaStanding } from './replica.ts'

type Asker = Pick<pg.Client, 'query'>

const rowOf = <R extends object>(client: Asker, text: string, values: readonly unknown[] = []): Promise<R> =>
  onlyRow(client.query<R>(text, [...values]).then(({ rows }) => rows))

const require = (isSo: boolean, words: string): void => {
  if (!isSo) throw new Error(words)
}

/** How long a replica may take to replay what the primary has written when the probe begins. */
const secondsAtMost = 5

const requireReplay = async (primary: Asker, replica: Asker): Promise<void> => {
  const { lsn, timeline } = await rowOf<LogPosition>(primary, positionStatement)
  for (let tries = 0; tries < secondsAtMost * 10; tries++) {
    const { hasReplayed } = await rowOf<ReplicaStanding>(replica, replayedInTimelineStatement, [lsn, timeline])
    if (hasReplayed) return
    await sleep(100)
  }
  throw new Error(`within ${secondsAtMost} seconds it did not come to ${lsn} of timeline ${timeline}`)
}

type Clients = { readonly primary: Asker; readonly replica: Asker }

const features: readonly { readonly name: string; readonly check: (clients: Clients) => Promise<void> }[] = [
  {
    name: 'it is a standby',
    check: async ({ replica }) => {
      const { standby } = await rowOf<{ standby: boolean }>(replica, 'select pg_is_in_recovery() as standby')
      require(standby, 'it takes writes itself')
    },
  },
  {
    name: 'it is a copy of this primary',
    check: async ({ primary, replica }) => {
      const text = 'select system_identifier::text as id from pg_control_system()'
      const [primaryRow, replicaRow] = [await rowOf<{ id: string }>(primary, text), await rowOf<{ id: string }>(replica, text)]
      require(primaryRow.id === replicaRow.id, 'it is a copy of another database')
    },
  },
  {
    name: 'it replays what the primary writes',
    check: ({ primary, replica }) => requireReplay(primary, replica),
  },
  {
    name: 'its sessions take the role of the program',
    check: async ({ replica }) => {
      await replica.query('begin')
      try {
        await replica.query('set local role zaice_app')
      } finally {
        await replica.query('rollback')
      }
    },
  },
]

/** Tries what a read replica needs, each by itself. */
export const probeReplica = async (primary: Asker, replica: Asker): Promise<FeatureResult[]> => {
  const results: FeatureResult[] = []
  for (const { name, check } of features) {
    try {
      await check({ primary, replica })
      results.push({ name })
    } catch (error) {
      results.push({ name, refusal: messageOf(error) })
    }
  }
  return results
}

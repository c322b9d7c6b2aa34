import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { BackupRefused } from './manifest.ts'

/** What a data folder holds of the product; what else lies in it stays. */
const parts = ['postgres', 'postgres.json', 'files'] as const

const order = v.object({ scratch: v.string(), aside: v.string() })
export type SwapOrder = v.InferOutput<typeof order>

type Rename = (from: string, to: string) => void

const orderFile = (dataDir: string): string => join(dataDir, 'swap.json')

/**
 * Puts what lies in one folder below the data folder in its place, and what was there into another one, by renames alone. The order is written down
 * first, so one that is killed is carried on by `finishSwap`, which each start does. Nobody may have the data folder open.
 */
export const swapIn = (dataDir: string, { scratch, aside }: SwapOrder, rename: Rename = renameSync): void => {
  if (!existsSync(join(dataDir, scratch, 'postgres'))) throw new BackupRefused(`${join(dataDir, scratch)} has no database.`)
  if (existsSync(join(dataDir, aside))) throw new BackupRefused(`${join(dataDir, aside)} is there already.`)
  const draft = `${orderFile(dataDir)}.part`
  writeFileSync(draft, JSON.stringify({ scratch, aside } satisfies SwapOrder))
  renameSync(draft, orderFile(dataDir))
  finishSwap(dataDir, rename)
}

/** Carries on a swap that was cut off; answers whether there was one. */
export const finishSwap = (dataDir: string, rename: Rename = renameSync): boolean => {
  const file = orderFile(dataDir)
  if (!existsSync(file)) return false
  const { scratch, aside } = v.parse(order, JSON.parse(readFileSync(file, 'utf8')))
  for (const part of parts) {
    const [present, successor, former] = [join(dataDir, part), join(dataDir, scratch, part), join(dataDir, aside, part)]
    // What is no more in the scratch place stands in its place already; a storage outside has no files here.
    if (!existsSync(successor)) continue
    if (existsSync(present)) {
      mkdirSync(join(dataDir, aside), { recursive: true, mode: 0o700 })
      rename(present, former)
    }
    rename(successor, present)
  }
  rmSync(join(dataDir, scratch), { recursive: true, force: true })
  rmSync(file)
  return true
}

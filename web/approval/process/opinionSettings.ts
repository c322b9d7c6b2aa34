import { MutationCache, QueryClient, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type Verdict, verdicts, withPresets } from '../../../domain/approval/flow/presets.ts'
import { opinionOperations, type OpinionSettings } from '../../../domain/approval/operations/opinions.ts'
import { call, CallError } from '../../call.ts'
import { onNewPerson, session, store, stored } from '../../session/session.ts'
import { language, t } from '../../words.ts'

/**
 * Holds the writes that go one after the other. The client of the app has none: what the library has for writes would be part of the first load.
 * Without a network a write fails at once, and says so.
 */
const writes = new QueryClient({ mutationCache: new MutationCache(), defaultOptions: { mutations: { networkMode: 'always' } } })
onNewPerson(() => writes.clear())

/** What the reader has at hand for an opinion. What an earlier version kept on this device is carried to the server first, once. */
export const useOpinionSettings = (): UseQueryResult<OpinionSettings> =>
  useQuery({
    queryKey: keyOf(),
    queryFn: async ({ signal }) => carrySettings(await call(opinionOperations.settings, {}, { signal, quiet: true })),
  })

/** Saves the sentences for a verdict, one list after the other; shown at once. Null goes back to what everyone starts with. */
export const useSavePresets = (verdict: Verdict) => {
  const client = useQueryClient()
  return useMutation(
    {
      scope: { id: opinionOperations.savePresets.name },
      mutationFn: (presets: readonly string[] | null) => call(opinionOperations.savePresets, { verdict, presets: presets && [...presets] }),
      onMutate: async (presets) => {
        await client.cancelQueries({ queryKey: keyOf() })
        if (presets)
          change(client, ({ presets: before, own, ...rest }) => ({
            ...rest,
            presets: { ...before, [verdict]: [...presets] },
            own: { ...own, [verdict]: true },
          }))
      },
      onSuccess: (settings, presets) => presets ?? client.setQueryData(keyOf(), settings),
      onError: () => client.invalidateQueries({ queryKey: keyOf() }),
    },
    writes,
  )
}

/** Keeps the signature for the next time, or forgets it; shown at once. */
export const useSaveSignature = () => {
  const client = useQueryClient()
  return useMutation(
    {
      scope: { id: opinionOperations.saveSignature.name },
      mutationFn: (signature: string | null) => call(opinionOperations.saveSignature, { signature }),
      onMutate: async (signature) => {
        await client.cancelQueries({ queryKey: keyOf() })
        change(client, (settings) => ({ ...settings, signature }))
      },
      onError: () => client.invalidateQueries({ queryKey: keyOf() }),
    },
    writes,
  )
}

const keyOf = () => [opinionOperations.settings.name, language()]

const change = (client: QueryClient, changeSettings: (settings: OpinionSettings) => OpinionSettings): void => {
  client.setQueryData<OpinionSettings>(keyOf(), (settings) => settings && changeSettings(settings))
}

/** What stands on this device goes to the server beside what is there, and away from here once it arrived or was refused. */
const carrySettings = async (settings: OpinionSettings): Promise<OpinionSettings> => {
  const moves = [
    ...verdicts.map((verdict) => ({
      key: deviceKey(verdict),
      send: (value: unknown) => {
        if (!Array.isArray(value)) return Promise.resolve(settings)
        const presets = settings.own[verdict] ? settings.presets[verdict] : undefined
        const phrases = value.map((words: unknown) => (typeof words === 'string' ? t(words) : words))
        return call(opinionOperations.savePresets, { verdict, presets: withPresets(presets, phrases) }, { background: true })
      },
    })),
    {
      key: deviceKey('signature'),
      send: (value: unknown) =>
        settings.signature === null && typeof value === 'string'
          ? call(opinionOperations.saveSignature, { signature: value }, { background: true })
          : Promise.resolve(settings),
    },
  ]
  let now = settings
  for (const { key, send } of moves) {
    const storedValue = stored<unknown>(key)
    if (storedValue === undefined) continue
    try {
      now = await send(storedValue)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.kind !== 'refused' || error.status >= 401) return now
    }
    store(key, undefined)
  }
  return now
}

const deviceKey = (what: Verdict | 'signature'): string => `_opinion_${what}_${session().uid}`

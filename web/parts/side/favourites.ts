import { useQueryClient } from '@tanstack/react-query'
import { type Favourite, favouriteDelete, favouriteList, favouriteOrder, favouriteSave } from '../../../domain/operations/favourites.ts'
import { useAsk } from '../../ask.ts'
import { call } from '../../call.ts'

/** What somebody keeps at the side, and how it is changed: shown at once, and as the server answers it. */
export const useFavourites = () => {
  const client = useQueryClient()
  const { data } = useAsk(favouriteList, {}, { staleMs: 60_000, kept: true })
  const kept = data ?? []
  const show = (next: readonly Favourite[]) => client.setQueryData([favouriteList.name, {}], next)
  /** Where the server refuses, what stood before stands again; its words were said. */
  const change = async (next: readonly Favourite[], send: () => Promise<readonly Favourite[]>) => {
    show(next)
    try {
      show(await send())
    } catch {
      show(kept)
    }
  }
  return {
    kept,
    add: (one: Favourite) => change([...kept, one], () => call(favouriteSave, one)),
    remove: (path: string) =>
      change(
        kept.filter((each) => each.path !== path),
        () => call(favouriteDelete, { path }),
      ),
    /** Puts one where another stands. */
    move: (from: number, to: number) => {
      const moved = kept[from]
      if (!moved || to < 0 || to >= kept.length || from === to) return
      const next = kept.toSpliced(from, 1).toSpliced(to, 0, moved)
      void change(next, () => call(favouriteOrder, { paths: next.map(({ path }) => path) }))
    },
  }
}

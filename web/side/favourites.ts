import { useQueryClient } from '@tanstack/react-query'
import {
  type Favourite,
  favouriteDelete,
  favouriteList,
  favouriteOrder,
  favouriteSave,
} from '../../domain/workbench/favouriteOperations.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'

/** What a person keeps at the side, and how it is changed: shown at once, and as the server answers it. */
export const useFavourites = () => {
  const client = useQueryClient()
  const { data } = useAsk(favouriteList, {}, { staleMs: 60_000, kept: true })
  const favourites = data ?? []
  const show = (next: readonly Favourite[]) => client.setQueryData([favouriteList.name, {}], next)
  /** Where the server refuses, what stood before stands again; its words were said. */
  const change = async (next: readonly Favourite[], send: () => Promise<readonly Favourite[]>) => {
    show(next)
    try {
      show(await send())
    } catch {
      show(favourites)
    }
  }
  return {
    kept: favourites,
    add: (favourite: Favourite) => change([...favourites, favourite], () => call(favouriteSave, favourite)),
    remove: (path: string) =>
      change(
        favourites.filter((favourite) => favourite.path !== path),
        () => call(favouriteDelete, { path }),
      ),
    /** Puts one where another stands. */
    move: (from: number, to: number) => {
      const movedFavourite = favourites[from]
      if (!movedFavourite || to < 0 || to >= favourites.length || from === to) return
      const next = favourites.toSpliced(from, 1).toSpliced(to, 0, movedFavourite)
      void change(next, () => call(favouriteOrder, { paths: next.map(({ path }) => path) }))
    },
  }
}

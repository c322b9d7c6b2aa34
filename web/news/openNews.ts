import type { NewsRow } from '../../domain/news/operations.ts'
import { go } from '../travel.ts'

/** Opens a news item; who published it is said along, so that its head stands before it is there. */
export const openNews = ({ newsId, userEntity: { userName, avatar } }: Pick<NewsRow, 'newsId' | 'userEntity'>): void =>
  go('/pages/news/newsdetail', { newsId, optype: 'detail', publisher: userName, ...(avatar && { avatar }) })

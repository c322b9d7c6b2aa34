import type { Obstacle } from '../../domain/bulk/operations.ts'
import { t } from '../words.ts'

/** Why some of what is chosen cannot be done, with the first names of each. */
export const ObstacleList = ({ obstacles }: { obstacles: readonly Obstacle[] }) => (
  <ul className="mt-1 flex flex-col gap-1 text-small text-quiet">
    {obstacles.map(({ words, count, names }) => {
      const presentNames = names.filter(Boolean)
      return (
        <li key={words}>
          <span className="text-ink">{t('{words}：{count} 项', { words, count })}</span>
          {presentNames.length > 0 && (
            <span className="block truncate">{presentNames.join(t('、')) + (count > presentNames.length ? '…' : '')}</span>
          )}
        </li>
      )
    })}
  </ul>
)

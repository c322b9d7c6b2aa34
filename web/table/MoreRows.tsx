import { Button } from '../look/Button.tsx'
import { t } from '../words.ts'

type Props = { pages: { readonly hasMore: boolean; readonly loadingMore: boolean; readonly more: () => void } }

/** The next page of a short list on a card, as long as there is one. */
export const MoreRows = ({ pages: { hasMore, loadingMore, more } }: Props) =>
  hasMore && (
    <div className="px-4 py-3">
      <Button kind="plain" busy={loadingMore} onClick={() => more()}>
        {t('更多')}
      </Button>
    </div>
  )

import { Spinner } from '../look/Spinner.tsx'
import type { Pages } from '../pages.ts'
import { t } from '../words.ts'

/** What stands below the last row that is loaded, as a row because it lies among rows. */
export const LoadedEnd = ({ pages }: { pages: Pages<unknown> }) =>
  pages.moreFailed || pages.hasMore ? (
    <div role="row">
      <div role="gridcell">
        <div role="status" className="table-end">
          {pages.moreFailed ? (
            <button type="button" onClick={pages.more} className="min-h-11 px-4 text-accent-strong">
              {t('加载失败，点击重试')}
            </button>
          ) : (
            // What turns out of sight costs a phone its battery all the same.
            pages.loadingMore && (
              <>
                <Spinner size={16} />
                {t('加载中')}
              </>
            )
          )}
        </div>
      </div>
    </div>
  ) : null

import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { locationPeople } from '../../domain/records/operations.ts'
import { locationPageSize } from '../../domain/rules/constants.ts'
import { type RowOf, usePages } from '../pages.ts'
import { Cell } from '../look/Cell.tsx'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'

type Row = RowOf<typeof locationPeople>

/** The locations that the person manages or uses. */
export default function MyLocations() {
  const { uid } = useSession()
  const [search, setSearch] = useState('')
  const pages = usePages(locationPeople, { uid, ...(search && { queryLike: search }) }, { pageSize: locationPageSize })
  return (
    <Page scroll={false} text={pages.totalCount ? t('共{count}个', { count: pages.totalCount }) : undefined}>
      <List
        pages={pages}
        keyOf={(row) => `${row.locId}-${row.kind}`}
        header={
          <div className="pb-3 pt-1">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索区域名称或编码')} />
          </div>
        }
        row={(row) => <Cell icon={MapPin} tint={tints[row.kind]} title={row.locName} text={row.locCode} value={<KindTag row={row} />} />}
        columns={[
          { key: 'name', title: t('区域名称'), cell: (row) => row.locName },
          { key: 'code', title: t('区域编码'), cell: (row) => row.locCode },
          { key: 'kind', title: t('我的职责'), cell: (row) => <KindTag row={row} /> },
        ]}
        picture={false}
        empty={{
          title: search ? t('没有找到区域') : t('还没有我的区域'),
          text: search ? t('换一个词再试。') : t('管理员为您指定区域后，会显示在这里。'),
        }}
      />
    </Page>
  )
}

const KindTag = ({ row: { kind } }: { row: Row }) => (
  <Tag tone={kind === 'manager' ? 'accent' : 'plain'}>{kind === 'manager' ? t('管理') : t('使用')}</Tag>
)

const tints = { manager: '#0081ff', user: '#00a86b' }

import { Map as MapIcon, Plus } from 'lucide-react'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { type RecordKind, thingOf } from '../../domain/records/define.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { Noun } from '../../kernel/field.ts'
import { optionsOf } from '../../kernel/fields/kinds.ts'
import { useBulk } from '../bulk/useBulk.tsx'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Picture } from '../look/Picture.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { PrintOfList } from '../labels/PrintOfList.tsx'
import { learnRows } from '../forms/names.ts'
import { RecordCard } from './RecordCard.tsx'
import { recordCodeOf } from '../../domain/records/code.ts'
import { recordLook } from './recordLook.ts'
import { isScanned } from '../scan/codes.ts'
import { ScanButton } from '../scan/ScanButton.tsx'
import { stateFieldOf, StateTag } from './stateTag.tsx'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { editPathOfNoun } from '../places.ts'
import { TableList } from '../table/TableList.tsx'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { within } from '../within.ts'
import { RecordTree } from './RecordTree.tsx'
import { TransferButton } from './TransferButton.tsx'
import { useRecordKind } from './useRecordKind.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** All records of a kind as a table; trees as trees while nothing is asked. The address may name values of its columns. */
export default function RecordList({ noun }: { noun: Noun }) {
  const kind = useRecordKind(noun)
  return kind ? <Records kind={kind} /> : <Skeleton />
}

const Records = ({ kind }: { kind: RecordKind }) => {
  const { noun } = kind
  const isAllowed = useAllowed()
  const bulk = useBulk(kind)
  const mayCreate = isAllowed(`${recordCodeOf(kind)}:save`)
  const create = () => goHref(editPathOfNoun(noun))
  const panel = usePanel<RecordRow>(({ id }) => ({ what: noun, id }))
  const open = (row: RecordRow) => {
    learnRows(noun, [row])
    panel.table.onOpen(row)
  }

  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          mayCreate && (
            <Button size="small" icon={Plus} onClick={create}>
              {t('新增')}
            </Button>
          )
        }
      >
        <TableList<RecordRow>
          table={tableOfRecord(kind)}
          list={recordOperations(kind).list}
          tabs={kind.filters.find((key) => optionsOf(fieldOf(kind, key).control))}
          searched={searchedWords(kind)}
          cell={(row, key) => cellOf(kind, row, key)}
          card={(row) => <RecordCard kind={kind} row={row} onPress={() => open(row)} />}
          {...panel.table}
          onOpen={open}
          selectable
          bulk={bulk.bar}
          picture={kind.pictured !== undefined}
          whole={
            kind.parent === undefined
              ? undefined
              : (tab) => <RecordTree kind={kind} filter={tab} {...panel.table} onOpen={open} onAdd={mayCreate ? create : undefined} />
          }
          beside={
            <>
              {kind.place === 'itself' && isAllowed('gsgoodsinstance:list') && (
                <IconButton
                  icon={MapIcon}
                  label={t('区域地图')}
                  iconSize={20}
                  onClick={() => go('/pages/goods/GsGoodsLoc/gsgoodslocmap')}
                />
              )}
              {isScanned(noun) && <ScanButton wants={[noun]} onFound={({ row }) => open(row)} />}
            </>
          }
          tools={({ asked, columns, count }) => (
            <>
              <PrintOfList kind={kind} asked={asked} count={count} />
              <TransferButton kind={kind} asked={asked} columns={columns} />
            </>
          )}
          empty={{
            title: t('还没有{title}', { title: t(thingOf(kind)) }),
            text: t('可以逐条新增，也可以用表格导入。'),
            ...(mayCreate && { action: { label: t('新增'), onPress: create } }),
          }}
        />
        {bulk.sheets}
      </Page>
    </Beside>
  )
}

const searchedWords = (kind: RecordKind): string =>
  [...kind.searched.slice(0, kind.searchedBy.length > 0 ? 1 : 3), ...kind.searchedBy]
    .map((key) => within(fieldOf(kind, key).label))
    .join(t('、'))

/** Its name with a face or a picture before it, and its state in its colour. */
const cellOf = (kind: RecordKind, row: RecordRow, key: string) => {
  if (key === stateFieldOf(kind)) return <StateTag kind={kind} row={row} />
  if (key !== kind.nameField) return undefined
  const { title, picture, pictureLook } = recordLook(kind, row)
  if (pictureLook === 'none') return undefined
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {pictureLook === 'thing' ? (
        <Picture src={picture} alt="" className="table-picture" />
      ) : (
        <Avatar name={title} src={picture} size={24} />
      )}
      <span className="truncate">{title}</span>
    </span>
  )
}

const fieldOf = ({ fields }: RecordKind, key: string) => assertDefined(fields[key], `the field ${key}`)

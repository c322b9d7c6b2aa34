import { ChevronRight, Lock, X } from 'lucide-react'
import { useState } from 'react'
import { linkOperations } from '../../../domain/approval/operations/links.ts'
import type { LinkAnswer } from '../../../domain/approval/operations/process.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { usePages } from '../../pages.ts'
import { Button } from '../../look/Button.tsx'
import { CheckMark } from '../../look/fields/CheckBox.tsx'
import type { FieldProps } from '../../look/fields/Field.tsx'
import { List } from '../../look/List.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { ManyField } from '../../forms/ManyField.tsx'
import { nameOf } from '../../forms/names.ts'
import { when } from '../../shell/when.ts'
import { StatusTag } from './statusTag.tsx'
import { shownTitle, titleOf } from './titles.ts'

/** Other applications, chosen among those that one may read. */
export const ApplicationsField = ({ max, ...field }: FieldProps<readonly Id[]> & { max: number }) => (
  <ManyField
    {...field}
    max={max}
    chosen={(onRemove) => <Links ids={field.value} onRemove={onRemove} />}
    picker={(open, onClose) => (
      <Sheet open={open} onClose={onClose} title={t('选择{label}', { label: field.label })} tall>
        {open && <Picker max={max} chosen={field.value} onChoose={field.onChange} onClose={onClose} />}
      </Sheet>
    )}
  />
)

/** The same for reading: number, title and state, and the way there, for the person who may read it. */
export const ApplicationLinks = ({ ids }: { ids: readonly Id[] }) => <Links ids={ids} />

const Links = ({ ids, onRemove }: { ids: readonly Id[]; onRemove?: ((id: Id) => void) | undefined }) => {
  const { data } = useAsk(linkOperations.links, { ids: [...ids] }, { enabled: ids.length > 0, staleMs: 60_000, keep: true })
  if (ids.length === 0) return null
  const linkById = new Map((data?.list ?? []).map((link) => [link.id, link]))
  return (
    <ul className="space-y-1.5 py-0.5">
      {ids.map((id) => (
        <li key={id} className="flex items-center rounded-control bg-sunken pl-3">
          {data && !linkById.has(id) ? <LockedRow number={nameOf(id)} /> : <LinkRow link={linkById.get(id)} />}
          {onRemove && (
            <button
              type="button"
              aria-label={t('移除{name}', { name: linkById.get(id)?.number ?? nameOf(id) ?? '' })}
              onClick={() => onRemove(id)}
              className="flex size-11 shrink-0 items-center justify-center text-faint"
            >
              <X size={16} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

export const LinkRow = ({ link }: { link: LinkAnswer | undefined }) => {
  if (!link) return <span className="min-h-11 py-3 text-small text-faint">…</span>
  if (!link.open || link.status === null) return <LockedRow number={link.number} />
  return (
    <button
      type="button"
      onClick={() => go('/pages/flow/progress', { processId: link.id })}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 py-1.5 pr-3 text-left active:opacity-60"
    >
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-body">{shownTitle(link.title, link.own)}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-small tabular-nums text-quiet">
          {link.number}
          <StatusTag process={{ status: link.status, suspended: false, isRevoked: link.isRevoked }} />
        </span>
      </span>
      <ChevronRight size={16} className="shrink-0 text-faint" aria-hidden />
    </button>
  )
}

/** An application that is not the reader's to see; the form that names it may have told the number. */
const LockedRow = ({ number }: { number: string | undefined }) => (
  <span className="flex min-h-11 min-w-0 flex-1 items-center gap-2 pr-3 text-small text-quiet">
    <Lock size={14} className="shrink-0 text-faint" aria-hidden />
    <span className="truncate">{number ? t('{number}（无权查看）', { number }) : t('无权查看')}</span>
  </span>
)

type PickerProps = { max: number; chosen: readonly Id[]; onChoose: (ids: readonly Id[]) => void; onClose: () => void }

const Picker = ({ max, chosen, onChoose, onClose }: PickerProps) => {
  const [keyword, setKeyword] = useState('')
  const [picked, setPicked] = useState<readonly Id[]>(chosen)
  const pages = usePages(linkOperations.linkable, keyword.trim() ? { likeQuery: keyword.trim() } : {})
  const toggle = (id: Id) => {
    if (picked.includes(id)) return setPicked(picked.filter((other) => other !== id))
    if (picked.length >= max) return toast(t('最多选{max}项', { max }), 'error')
    setPicked([...picked, id])
  }
  return (
    <div className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <div className="shrink-0 px-4 pb-3 wide:px-5">
        <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索标题、编号或申请人')} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col">
        <List
          pages={pages}
          keyOf={({ id }) => id}
          picture={false}
          empty={{ title: t('没有可以关联的申请') }}
          row={(process) => (
            <button
              type="button"
              role="checkbox"
              aria-checked={picked.includes(process.id)}
              onClick={() => toggle(process.id)}
              className="pressable flex w-full items-center gap-3 px-4 py-3 text-left"
            >
              <CheckMark on={picked.includes(process.id)} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body">{titleOf(process)}</span>
                <span className="block text-small tabular-nums text-quiet">
                  {process.number} · {process.initiator.userName} · {when(process.createdAt)}
                </span>
              </span>
              <StatusTag process={process} />
            </button>
          )}
        />
      </div>
      <div className="shrink-0 px-4 pt-3 wide:px-5">
        <Button
          wide
          onClick={() => {
            onChoose(picked)
            onClose()
          }}
        >
          {t('确定（{count}）', { count: picked.length })}
        </Button>
      </div>
    </div>
  )
}

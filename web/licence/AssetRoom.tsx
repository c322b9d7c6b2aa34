import { useState } from 'react'
import { isUnlimited } from '../../domain/licence/offers.ts'
import { roomLeft, roomLevel } from '../../domain/licence/room.ts'
import { workbenchHome } from '../../domain/workbench/operations.ts'
import { useAsk } from '../ask.ts'
import { Notice } from '../look/Notice.tsx'
import { t } from '../words.ts'
import { Membership } from './Membership.tsx'

/**
 * Says before it bites how many assets the membership still covers: once four fifths are used, and where `adding` more would not fit. Nothing
 * where there is room.
 */
export default function AssetRoom({ adding = 0 }: { adding?: number }) {
  const { data } = useAsk(workbenchHome, {}, { staleMs: 30_000, kept: true })
  const [open, setOpen] = useState(false)
  const licence = data?.licence
  if (!licence || isUnlimited(licence.assetLimit)) return null
  const room = { kept: licence.assetCount, limit: licence.assetLimit }
  const roomRemaining = roomLeft(room)
  const level = roomLevel(room)
  if (level === 'wide' && adding <= roomRemaining) return null
  const params = {
    kept: room.kept.toLocaleString('en'),
    limit: room.limit.toLocaleString('en'),
    left: roomRemaining.toLocaleString('en'),
    adding,
  }
  const standing = level !== 'full' && adding > roomRemaining ? 'exceeded' : level
  const text = t(roomWords[standing] ?? '已登记{kept}件资产，套餐最多{limit}件，还能登记{left}件。', params)
  return (
    <>
      <Notice text={text} action={t('会员套餐')} onPress={() => setOpen(true)} />
      <Membership open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const roomWords: Readonly<Record<string, string>> = {
  full: '套餐的{limit}件资产已经登记满，暂时不能新增资产。',
  exceeded: '这次要新增{adding}件资产，套餐只够再登记{left}件。',
  scarce: '套餐快用完了：已登记{kept}件资产，最多{limit}件，只剩{left}件。',
}

import type { LucideIcon } from 'lucide-react'

type Props = { title: string; value: string | number | undefined; icon: LucideIcon; color?: string; onPress?: () => void; alarm?: boolean }

/** One number that matters, with what it counts. */
export const Tile = ({ title, value, icon: Icon, color = '#0081ff', onPress, alarm }: Props) => {
  const Box = onPress ? 'button' : 'div'
  return (
    <Box
      {...(onPress ? { type: 'button' as const, onClick: onPress } : {})}
      className={`flex min-h-20 flex-col justify-between rounded-card bg-card p-3.5 text-left shadow-lift ${onPress ? 'pressable' : ''}`}
    >
      <span className="flex items-center gap-1.5 text-small text-quiet">
        <Icon size={16} style={{ color }} className="shrink-0" aria-hidden />
        {title}
      </span>
      <span className={`mt-1 text-huge font-semibold ${alarm ? 'text-bad' : ''}`}>{value ?? '–'}</span>
    </Box>
  )
}

/** The four tabs, the home page and what stands behind them, as an employee sees them. */
export const enlarged: readonly string[] = [
  '/pages/home',
  '/pages/index/index',
  '/pages/message/msglist',
  '/pages/goods/mainpage/workcollaborate',
  '/pages/user/people',
  '/pages/goods/mainpage/mygoods',
  '/pages/goods/mainpage/borrowme',
  '/pages/personal/myapply',
  '/pages/personal/myapprove',
  '/pages/personal/apply',
  '/pages/attendance/attHome',
  '/pages/agenda/personagenda',
  '/pages/mylog/myloglist',
  '/pages/news/newslist',
  '/pages/netdisk/netdisklist',
  '/pages/addressbook/address-book',
  '/pages/message/settings',
]

/** Texts of the shown screen that are cut, lie over another one, or go beyond the window. Runs in the page. */
export const findMisfits = (): string[] => {
  const isShown = (element: HTMLElement) => element.offsetParent !== null && !element.closest('.sr-only, [aria-hidden=true]')
  const scrolls = (element: Element): boolean => {
    const parent = element.parentElement
    return parent !== null && (/auto|scroll/.test(getComputedStyle(parent).overflowX) || scrolls(parent))
  }
  const hasWords = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  const leaves = [...document.querySelectorAll<HTMLElement>('#root *')].filter((element) => isShown(element) && hasWords(element))
  const wordsOf = (element: HTMLElement) => element.innerText.trim().slice(0, 30)
  const lines = new Map(
    leaves.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return [element, [...range.getClientRects()]]
    }),
  )
  const linesOf = (element: HTMLElement): DOMRect[] => lines.get(element) ?? []
  const isCut = (element: HTMLElement) => {
    const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(element)
    if (webkitLineClamp !== 'none') return element.scrollHeight > element.clientHeight + 2
    return (textOverflow === 'ellipsis' || overflowX === 'hidden') && element.scrollWidth > element.clientWidth + 1
  }
  /** Whether both can be seen at this point: nothing with a ground of its own lies over either. */
  const areSeen = (one: Element, other: Element, x: number, y: number) => {
    const stack = document.elementsFromPoint(x, y)
    const lowest = Math.max(stack.indexOf(one), stack.indexOf(other))
    if (!stack.includes(one) || !stack.includes(other)) return false
    return stack.slice(0, lowest).every((above) => getComputedStyle(above).backgroundColor === 'rgba(0, 0, 0, 0)')
  }
  const covers = (one: HTMLElement, other: HTMLElement) =>
    !one.contains(other) &&
    !other.contains(one) &&
    linesOf(one).some((a) =>
      linesOf(other).some((b) => {
        const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)]
        const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]
        return right - left > 4 && bottom - top > 6 && areSeen(one, other, (left + right) / 2, (top + bottom) / 2)
      }),
    )
  return [
    ...(document.documentElement.scrollWidth > innerWidth + 1 ? ['scrolls sideways'] : []),
    ...leaves.filter(isCut).map((element) => `cut: ${wordsOf(element)}`),
    ...leaves
      .filter((element) => !scrolls(element) && linesOf(element).some(({ left, right }) => right > innerWidth + 1 || left < -1))
      .map((element) => `beyond the window: ${wordsOf(element)}`),
    ...leaves.flatMap((one, at) =>
      leaves
        .slice(at + 1)
        .filter((other) => covers(one, other))
        .map((other) => `${wordsOf(one)} lies over ${wordsOf(other)}`),
    ),
  ]
}

/** Words of the shown screen that are broken within, or wider than the place that is theirs. Runs in the page. */
export const findBrokenWords = (): string[] => {
  const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.offsetParent === null || parent.closest('.sr-only, [aria-hidden=true]')) continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[A-Za-z]{3,}/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      // What is swiped to, and what is scrolled to, is not seen here.
      if (!document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(parent)) continue
      const cell = parent.closest('li')?.getBoundingClientRect()
      const isWide = cell !== undefined && right - left > cell.width
      if (range.getClientRects().length > 1 || isWide) words.push(word)
    }
  }
  return words
}

/** Lists of a phone, and how far down their first row begins. */
export const headedLists: readonly string[] = [
  '/pages/goods/GsInventoryOrder/index',
  '/pages/goods/GsInventoryOrder/index?of=documents',
  '/pages/goods/GsOutstockOrder/index',
  '/pages/goods/GsGoodsInstance/index',
  '/pages/consumables/CsLocStock/index',
  '/pages/personal/myapprove',
]

export const firstRowTop = (): number | undefined => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [role=listitem]')].filter((row) => row.offsetParent !== null)
  return rows[0] && Math.round(rows[0].getBoundingClientRect().top)
}

/** What strangers find. */
export const foundEnglish: Readonly<Record<string, string>> = {
  陌生人扫码: 'A stranger opens a label',
  报告拾获: 'Report something found',
  拾获报告: 'Reported as found',
  处理拾获报告: 'See to a report of something found',
  '请写一句在哪里、怎样发现的': 'Say in a sentence where and how you found it',
  照片过大: 'The photo is too large',
  '报告过于频繁，请稍后再试': 'Too many reports. Try again later',
  这张标签不接受报告: 'Nothing can be reported for this label',
  '有人捡到了{name}（{code}）': 'Somebody found {name} ({code})',
}

/** A place: its code, its name, the code of the one above, the login name of who manages it, its address, where it is on the ground. */
export type DemoPlace = readonly [
  code: string,
  name: string,
  above: string | undefined,
  manager: string | undefined,
  address?: string,
  ground?: DemoGround,
]

/** In degrees of WGS-84, and within how many metres a person is there. */
export type DemoGround = readonly [longitude: number, latitude: number, radiusMetres: number]

export const places: readonly DemoPlace[] = [
  ['HQ', '杭州总部', undefined, 'admin', '杭州市滨江区江南大道 1888 号', [120.2093, 30.2072, 200]],
  ['HQ-3F', '3 层研发区', 'HQ', 'keeper', 'A 座 3 层'],
  ['HQ-5F', '5 层市场区', 'HQ', 'keeper', 'A 座 5 层'],
  ['HQ-6F', '6 层行政区', 'HQ', 'keeper', 'A 座 6 层'],
  ['HQ-MC', '会议中心', 'HQ', 'keeper', 'A 座 2 层'],
  ['HQ-IDC', '数据机房', 'HQ', 'gaofei', 'A 座 1 层东侧'],
  ['HQ-S1', '总部资产库', 'HQ', 'keeper', 'B 座地下 1 层', [120.2112, 30.2064, 100]],
  ['HQ-S2', '总部耗材库', 'HQ', 'stock', 'B 座 1 层 102'],
  ['SH', '上海分公司', undefined, 'liangchao', '上海市浦东新区张江路 368 号', [121.5903, 31.2011, 200]],
  ['SH-OF', '上海办公区', 'SH', undefined, '3 号楼 8 层'],
  ['SH-S1', '上海仓库', 'SH', 'liangchao', '3 号楼地下 1 层'],
  ['SZ-S1', '深圳备件点', undefined, 'admin', '深圳市南山区科技园南区', [113.9497, 22.5352, 150]],
]

/** Where the people of a department sit. */
export const officeOf: Readonly<Record<string, string>> = {
  D02: 'HQ-6F',
  D03: 'HQ-6F',
  D04: 'HQ-6F',
  D05: 'HQ-6F',
  D06: 'HQ-3F',
  D07: 'HQ-3F',
  D08: 'HQ-3F',
  D09: 'HQ-3F',
  D10: 'HQ-5F',
  D11: 'HQ-5F',
  D12: 'SH-OF',
}

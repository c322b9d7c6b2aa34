import type { RoleWord } from '../../domain/access/roles.ts'

/** A department: its code, its name, the code of the one above, the login name of its head. */
export type DemoDepartment = readonly [code: string, name: string, above: string | undefined, head: string]

export const departments: readonly DemoDepartment[] = [
  ['D01', '青禾智能科技', undefined, 'guoweimin'],
  ['D02', '总经理办公室', 'D01', 'guoweimin'],
  ['D03', '综合管理部', 'D01', 'admin'],
  ['D04', '财务部', 'D01', 'sunlihua'],
  ['D05', '人力资源部', 'D01', 'liyanqing'],
  ['D06', '研发中心', 'D01', 'zhengkai'],
  ['D07', '应用研发部', 'D06', 'boss'],
  ['D08', '平台研发部', 'D06', 'luchen'],
  ['D09', '质量测试部', 'D06', 'fangyun'],
  ['D10', '市场销售部', 'D01', 'machao'],
  ['D11', '客户服务部', 'D01', 'tanglin'],
  ['D12', '上海分公司', 'D01', 'shenyi'],
]

export type DemoPerson = {
  readonly username: string
  readonly name: string
  readonly gender: 'male' | 'female'
  readonly department: string
  readonly position: string
  readonly roles?: readonly RoleWord[]
}

type PersonInput = {
  readonly username: string
  readonly name: string
  readonly gender: 'm' | 'f'
  readonly department: string
  readonly position: string
  readonly roles?: readonly RoleWord[] | undefined
}

const person = ({ username, name, gender, department, position, roles }: PersonInput): DemoPerson => ({
  username,
  name,
  gender: gender === 'm' ? 'male' : 'female',
  department,
  position,
  ...(roles && { roles }),
})

/** The sixty of organisation one. The first seven and `finance` are accounts that everyone may sign in with. */
export const people: readonly DemoPerson[] = [
  person({
    username: 'admin',
    name: '陈思远',
    gender: 'm',
    department: 'D03',
    position: '综合管理部经理',
    roles: ['tenant', 'goodsmanager', 'consummanager'],
  }),
  person({ username: 'keeper', name: '周明', gender: 'm', department: 'D03', position: '资产管理员', roles: ['goodsmanager'] }),
  person({ username: 'stock', name: '何丽', gender: 'f', department: 'D03', position: '耗材管理员', roles: ['consummanager'] }),
  person({ username: 'boss', name: '林志强', gender: 'm', department: 'D07', position: '应用研发部经理' }),
  person({ username: 'staff', name: '王小雨', gender: 'f', department: 'D07', position: '前端工程师' }),
  person({ username: 'staff2', name: '张浩然', gender: 'm', department: 'D07', position: '后端工程师' }),
  person({
    username: 'newadmin',
    name: '许静',
    gender: 'f',
    department: 'D03',
    position: '行政主管',
    roles: ['tenant', 'goodsmanager', 'consummanager'],
  }),
  person({ username: 'guoweimin', name: '郭卫民', gender: 'm', department: 'D02', position: '总经理' }),
  person({ username: 'dingya', name: '丁雅', gender: 'f', department: 'D02', position: '总经理助理' }),
  person({ username: 'xiaohan', name: '肖涵', gender: 'f', department: 'D02', position: '法务专员' }),
  person({ username: 'gaofei', name: '高飞', gender: 'm', department: 'D03', position: 'IT 运维工程师' }),
  person({ username: 'luoyang', name: '罗阳', gender: 'm', department: 'D03', position: '网络工程师' }),
  person({ username: 'liushujuan', name: '刘淑娟', gender: 'f', department: 'D03', position: '前台文员' }),
  person({ username: 'sunlihua', name: '孙丽华', gender: 'f', department: 'D04', position: '财务总监' }),
  person({ username: 'finance', name: '钱进', gender: 'm', department: 'D04', position: '会计主管', roles: ['finance'] }),
  person({ username: 'wumeiling', name: '吴美玲', gender: 'f', department: 'D04', position: '出纳' }),
  person({ username: 'jiangtao', name: '蒋涛', gender: 'm', department: 'D04', position: '成本会计' }),
  person({ username: 'liyanqing', name: '李燕青', gender: 'f', department: 'D05', position: '人力资源总监' }),
  person({ username: 'zhaoxin', name: '赵欣', gender: 'f', department: 'D05', position: '招聘经理' }),
  person({ username: 'baolei', name: '包磊', gender: 'm', department: 'D05', position: '薪酬专员' }),
  person({ username: 'zhengkai', name: '郑凯', gender: 'm', department: 'D06', position: '研发总监' }),
  person({ username: 'moran', name: '莫然', gender: 'f', department: 'D06', position: '产品经理' }),
  person({ username: 'yuanjie', name: '袁杰', gender: 'm', department: 'D06', position: '架构师' }),
  person({ username: 'caojing', name: '曹静', gender: 'f', department: 'D06', position: '交互设计师' }),
  person({ username: 'dengbo', name: '邓博', gender: 'm', department: 'D07', position: '前端工程师' }),
  person({ username: 'fengxue', name: '冯雪', gender: 'f', department: 'D07', position: '移动端工程师' }),
  person({ username: 'hanlu', name: '韩璐', gender: 'f', department: 'D07', position: '后端工程师' }),
  person({ username: 'jinpeng', name: '金鹏', gender: 'm', department: 'D07', position: '后端工程师' }),
  person({ username: 'kongfan', name: '孔凡', gender: 'm', department: 'D07', position: '前端工程师' }),
  person({ username: 'luchen', name: '陆晨', gender: 'm', department: 'D08', position: '平台研发部经理' }),
  person({ username: 'nieyu', name: '聂宇', gender: 'm', department: 'D08', position: '数据库工程师' }),
  person({ username: 'panweidong', name: '潘卫东', gender: 'm', department: 'D08', position: '云平台工程师' }),
  person({ username: 'qinshuang', name: '秦爽', gender: 'f', department: 'D08', position: '算法工程师' }),
  person({ username: 'renjie', name: '任杰', gender: 'm', department: 'D08', position: '算法工程师' }),
  person({ username: 'shibin', name: '石斌', gender: 'm', department: 'D08', position: '安全工程师' }),
  person({ username: 'fangyun', name: '方芸', gender: 'f', department: 'D09', position: '质量测试部经理' }),
  person({ username: 'tianye', name: '田野', gender: 'm', department: 'D09', position: '测试工程师' }),
  person({ username: 'weiwei', name: '魏薇', gender: 'f', department: 'D09', position: '测试工程师' }),
  person({ username: 'xiazhen', name: '夏珍', gender: 'f', department: 'D09', position: '自动化测试工程师' }),
  person({ username: 'machao', name: '马超', gender: 'm', department: 'D10', position: '市场销售总监' }),
  person({ username: 'yehong', name: '叶红', gender: 'f', department: 'D10', position: '市场经理' }),
  person({ username: 'yubin', name: '余斌', gender: 'm', department: 'D10', position: '大客户经理' }),
  person({ username: 'zhangmin', name: '张敏', gender: 'f', department: 'D10', position: '品牌专员' }),
  person({ username: 'zhulin', name: '朱琳', gender: 'f', department: 'D10', position: '渠道经理' }),
  person({ username: 'anran', name: '安然', gender: 'f', department: 'D10', position: '销售代表' }),
  person({ username: 'baoqiang', name: '鲍强', gender: 'm', department: 'D10', position: '销售代表' }),
  person({ username: 'chenchen', name: '程晨', gender: 'm', department: 'D10', position: '售前顾问' }),
  person({ username: 'dujuan', name: '杜娟', gender: 'f', department: 'D10', position: '商务助理' }),
  person({ username: 'tanglin', name: '唐琳', gender: 'f', department: 'D11', position: '客户服务部经理' }),
  person({ username: 'fuxiao', name: '付晓', gender: 'f', department: 'D11', position: '客户成功经理' }),
  person({ username: 'genghao', name: '耿浩', gender: 'm', department: 'D11', position: '实施工程师' }),
  person({ username: 'hualei', name: '华磊', gender: 'm', department: 'D11', position: '实施工程师' }),
  person({ username: 'jiaying', name: '贾莹', gender: 'f', department: 'D11', position: '客服专员' }),
  person({ username: 'kangle', name: '康乐', gender: 'm', department: 'D11', position: '客服专员' }),
  person({ username: 'shenyi', name: '沈毅', gender: 'm', department: 'D12', position: '上海分公司总经理' }),
  person({
    username: 'liangchao',
    name: '梁超',
    gender: 'm',
    department: 'D12',
    position: '行政兼资产管理',
    roles: ['goodsmanager', 'consummanager'],
  }),
  person({ username: 'maoyu', name: '毛宇', gender: 'f', department: 'D12', position: '销售经理' }),
  person({ username: 'ouyangqing', name: '欧阳晴', gender: 'f', department: 'D12', position: '销售代表' }),
  person({ username: 'pengfei', name: '彭飞', gender: 'm', department: 'D12', position: '实施工程师' }),
  person({ username: 'shangguanrui', name: '上官睿', gender: 'm', department: 'D12', position: '售前顾问' }),
]

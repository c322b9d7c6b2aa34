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

const person = (
  username: string,
  name: string,
  gender: 'm' | 'f',
  department: string,
  position: string,
  roles?: readonly RoleWord[],
): DemoPerson => ({
  username,
  name,
  gender: gender === 'm' ? 'male' : 'female',
  department,
  position,
  ...(roles && { roles }),
})

/** The sixty of organisation one. The first seven are the accounts that everyone may sign in with. */
export const people: readonly DemoPerson[] = [
  person('admin', '陈思远', 'm', 'D03', '综合管理部经理', ['tenant', 'goodsmanager', 'consummanager']),
  person('keeper', '周明', 'm', 'D03', '资产管理员', ['goodsmanager']),
  person('stock', '何丽', 'f', 'D03', '耗材管理员', ['consummanager']),
  person('boss', '林志强', 'm', 'D07', '应用研发部经理'),
  person('staff', '王小雨', 'f', 'D07', '前端工程师'),
  person('staff2', '张浩然', 'm', 'D07', '后端工程师'),
  person('newadmin', '许静', 'f', 'D03', '行政主管', ['tenant', 'goodsmanager', 'consummanager']),
  person('guoweimin', '郭卫民', 'm', 'D02', '总经理'),
  person('dingya', '丁雅', 'f', 'D02', '总经理助理'),
  person('xiaohan', '肖涵', 'f', 'D02', '法务专员'),
  person('gaofei', '高飞', 'm', 'D03', 'IT 运维工程师'),
  person('luoyang', '罗阳', 'm', 'D03', '网络工程师'),
  person('liushujuan', '刘淑娟', 'f', 'D03', '前台文员'),
  person('sunlihua', '孙丽华', 'f', 'D04', '财务总监'),
  person('qianjin', '钱进', 'm', 'D04', '会计主管'),
  person('wumeiling', '吴美玲', 'f', 'D04', '出纳'),
  person('jiangtao', '蒋涛', 'm', 'D04', '成本会计'),
  person('liyanqing', '李燕青', 'f', 'D05', '人力资源总监'),
  person('zhaoxin', '赵欣', 'f', 'D05', '招聘经理'),
  person('baolei', '包磊', 'm', 'D05', '薪酬专员'),
  person('zhengkai', '郑凯', 'm', 'D06', '研发总监'),
  person('moran', '莫然', 'f', 'D06', '产品经理'),
  person('yuanjie', '袁杰', 'm', 'D06', '架构师'),
  person('caojing', '曹静', 'f', 'D06', '交互设计师'),
  person('dengbo', '邓博', 'm', 'D07', '前端工程师'),
  person('fengxue', '冯雪', 'f', 'D07', '移动端工程师'),
  person('hanlu', '韩璐', 'f', 'D07', '后端工程师'),
  person('jinpeng', '金鹏', 'm', 'D07', '后端工程师'),
  person('kongfan', '孔凡', 'm', 'D07', '前端工程师'),
  person('luchen', '陆晨', 'm', 'D08', '平台研发部经理'),
  person('nieyu', '聂宇', 'm', 'D08', '数据库工程师'),
  person('panweidong', '潘卫东', 'm', 'D08', '云平台工程师'),
  person('qinshuang', '秦爽', 'f', 'D08', '算法工程师'),
  person('renjie', '任杰', 'm', 'D08', '算法工程师'),
  person('shibin', '石斌', 'm', 'D08', '安全工程师'),
  person('fangyun', '方芸', 'f', 'D09', '质量测试部经理'),
  person('tianye', '田野', 'm', 'D09', '测试工程师'),
  person('weiwei', '魏薇', 'f', 'D09', '测试工程师'),
  person('xiazhen', '夏珍', 'f', 'D09', '自动化测试工程师'),
  person('machao', '马超', 'm', 'D10', '市场销售总监'),
  person('yehong', '叶红', 'f', 'D10', '市场经理'),
  person('yubin', '余斌', 'm', 'D10', '大客户经理'),
  person('zhangmin', '张敏', 'f', 'D10', '品牌专员'),
  person('zhulin', '朱琳', 'f', 'D10', '渠道经理'),
  person('anran', '安然', 'f', 'D10', '销售代表'),
  person('baoqiang', '鲍强', 'm', 'D10', '销售代表'),
  person('chenchen', '程晨', 'm', 'D10', '售前顾问'),
  person('dujuan', '杜娟', 'f', 'D10', '商务助理'),
  person('tanglin', '唐琳', 'f', 'D11', '客户服务部经理'),
  person('fuxiao', '付晓', 'f', 'D11', '客户成功经理'),
  person('genghao', '耿浩', 'm', 'D11', '实施工程师'),
  person('hualei', '华磊', 'm', 'D11', '实施工程师'),
  person('jiaying', '贾莹', 'f', 'D11', '客服专员'),
  person('kangle', '康乐', 'm', 'D11', '客服专员'),
  person('shenyi', '沈毅', 'm', 'D12', '上海分公司总经理'),
  person('liangchao', '梁超', 'm', 'D12', '行政兼资产管理', ['goodsmanager', 'consummanager']),
  person('maoyu', '毛宇', 'f', 'D12', '销售经理'),
  person('ouyangqing', '欧阳晴', 'f', 'D12', '销售代表'),
  person('pengfei', '彭飞', 'm', 'D12', '实施工程师'),
  person('shangguanrui', '上官睿', 'm', 'D12', '售前顾问'),
]

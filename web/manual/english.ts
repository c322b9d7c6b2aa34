/** The manual in English. */
export const manualEnglish: Record<string, string> = {
  网页版手册: 'Handbook on the web',
  '适合打印和分享，含部署和接口': 'To print and to share, with operation and API',
  员工: 'For employees',
  '怎样领用一件资产？': 'How do I get an asset?',
  '在工作台打开“发起申请”，选择资产领用。': 'Open Apply on the workbench and choose the asset request.',
  '填写需要的型号、数量和用途，提交。': 'Fill in the model, quantity and purpose, and submit.',
  '审批通过后，管理员会为您分配资产；可在“我的申请”查看进度。':
    'Once it is approved, a manager assigns an asset to you; track progress in My applications.',
  '领到的资产在“我的资产”中。': 'Assets you have received are under My assets.',
  '怎样借用和续借？': 'How do I borrow an asset and renew a loan?',
  '在“发起申请”中选择资产借用，写明用途和归还日期，提交。':
    'Choose the loan under Apply, say what it is for and when it comes back, and submit.',
  '到期前还要用时，在“我借用的资产”中打开它，选择续借并写明新的日期。':
    'To keep it longer, open it under Borrowed by me before it is due, choose the renewal and say the new date.',
  '续借通过前仍按原来的日期归还。': 'Until the renewal is approved the old date holds.',
  '怎样归还或退库？': 'How do I return something?',
  '在“我的资产”中打开资产。': 'Open the asset under My assets.',
  '借用的资产选择归还，领用的资产选择退库，提交申请。':
    'Choose loan return for a borrowed asset or asset return for an issued one, and submit.',
  '管理员确认收到后，资产就不在您名下了。': 'Once a manager confirms receipt, it is no longer in your name.',
  '怎样把资产转给同事？': 'How do I pass an asset to a colleague?',
  '在“我的资产”中打开资产，选择转移。': 'Open the asset under My assets and choose the transfer.',
  '选择接收的同事，写明原因，提交。': 'Choose the colleague who takes it, say why, and submit.',
  '同事确认并审批通过后，资产记到对方名下；在此之前仍由您负责。':
    'Once the colleague has confirmed and it is approved, the asset is in their name; until then it stays in yours.',
  '资产坏了怎么办？': 'What if an asset is broken?',
  '扫描资产上的二维码，或在“我的资产”中打开它。': 'Scan the code on it, or open it under My assets.',
  '选择报修，写明故障并拍照，提交。': 'Choose repair, describe the fault, take a picture, and submit.',
  '修好后会收到消息。': 'You get a message when it is repaired.',
  '怎样领用耗材？': 'How do I get consumables?',
  '在“发起申请”中选择耗材领用，从目录里选择品种和数量。':
    'Choose the consumables request under Apply, and pick items and quantities from the catalogue.',
  '库存不足时可以等到货，也可以先领一部分。': 'Where stock is short you may wait for more or take a part first.',
  '没用完的耗材可以用耗材退库交回。': 'What you do not use goes back by a consumables return.',
  '怎样盘点自己名下的资产？': 'How do I count the assets in my name?',
  '收到自盘任务后，在“我的自盘”中打开它。': 'When a self-count reaches you, open it under Count my assets.',
  '逐件选择在或不在，也可以扫描标签；不在的写明原因。':
    'Say of each asset whether it is there, or scan its label; for what is missing, say why.',
  '没有网络时答案先留在手机上，连上后自动提交。': 'Without a network the answers stay on the phone and are sent once it is back.',
  '怎样撤回、修改和重新提交申请？': 'How do I withdraw, change and resubmit an application?',
  '在“我的申请”中打开申请；还没有结束的可以撤回，也可以催办。':
    'Open the application under My applications; while it runs you may withdraw it or send a reminder.',
  '撤回或被退回的申请可以修改后再次提交，原来的意见都保留。':
    'A withdrawn or returned application can be changed and submitted again; all opinions stay.',
  '没有写完的申请在“草稿”中。': 'Unfinished applications are among the drafts.',
  '怎样处理待我审批的事？': 'How do I handle approvals waiting for me?',
  '在工作台打开“审批处理”。': 'Open Approvals on the workbench.',
  '打开一项，核对内容。': 'Open an item and check it.',
  '同意、驳回，或转交给别人，并写下意见。': 'Approve, reject or transfer it, and write your opinion.',
  '外出前可以设置代理人，期间的审批会交给他。': 'Before you are away you may name a deputy, who gets your approvals meanwhile.',
  '怎样打卡、补卡和请假？': 'How do I clock in, correct a missing clock-in and ask for leave?',
  '在“考勤打卡”中按下按钮；不在打卡范围内时按外勤打卡，写明事由并拍照。':
    'Press the button under Clock in; outside the places press the off-site clock-in, say why and take a picture.',
  '忘记打卡时提交补卡申请，请假提交请假申请；附件只有审批人能打开。':
    'Ask for a correction if you forgot, and for leave under Leave; only approvers open what you attach.',
  '每天和每月的结果在“考勤统计”中。': 'Results by day and month are under Attendance.',
  '怎样定期发送一张表？': 'How do I send a table regularly?',
  '在表格里设好筛选、排序和列，另存为视图；要发给别人时，把视图与他们共享。':
    'Set conditions, order and columns in the table and save them as a view; share it with those who are to get it.',
  '打开视图菜单，按视图旁的“定期发送”，选择发送日、时间和接收人。':
    'Open the menu of views, press Send regularly beside the view, and choose days, time and receivers.',
  '到时每个人收到一条带链接的消息；验证过邮箱的人还会收到附 Excel 或 PDF 的邮件，内容以各人的权限为准。':
    'Everybody then gets a message with a link, and with a verified address an e-mail with an Excel sheet or a PDF, each with what they may see.',
  '仪表板也一样：在它的“更多”菜单里选“定期发送”；“打印或存为PDF”当场打印。':
    'The same for dashboards: choose Send regularly in the menu More of one; Print or save as PDF prints it at once.',
  '怎样用邮件接收消息？': 'How do I get messages by e-mail?',
  '在个人信息里填写邮箱，再到“消息设置”发送验证码，填入邮件中的6位数字。':
    'Enter your address in your profile, then send a code under Message settings and enter the 6 digits from the e-mail.',
  '为每类消息选择逐条发、汇总发或不发；汇总邮件在选定的时间只发送未读的消息。':
    'Choose each, digest or none for every category; the digest goes out at the chosen time with what is unread.',
  '邮箱退回邮件后会停止发送并提醒您；改好后重新验证。':
    'When your address returns e-mail, sending stops and you are told; verify it again once it works.',
  '怎样设置邮件服务器？': 'How do I set up the mail server?',
  '在“组织设置”的邮件里查看现在用哪个服务器发送；可以填写自己的服务器。':
    'Under E-mail in the organisation settings, see which server is used; you can enter your own.',
  '点“测试发送”，屏幕会说明连接、登录和发送的结果。': 'Press Send a test; the screen says what came of connecting, signing in and sending.',
  '为每类消息选择默认发送什么；员工可以改成自己的。': 'Choose the default for every category; people can change it for themselves.',
  资产和耗材管理员: 'For asset and consumables managers',
  '怎样登记已有的资产？': 'How do I register existing assets?',
  '在“资产台账”中导入表格，或直接粘贴；列的顺序不限，没有的区域、分类、部门和人员会一并新建。':
    'Import a spreadsheet in the asset register, or paste one; columns may stand in any order, and locations, categories, departments and people that are missing are created.',
  '有疑问的写法会先问您；有误的行会指出第几行第几列，可以跳过，改好后再导入。':
    'What may be read in several ways is asked first; errors are listed by row and column and can be skipped, corrected and imported later.',
  '再次导入同一批编码时更新在册的记录，导入前会列出要改的内容。':
    'Codes that are on the register are updated; what would change is listed before.',
  '怎样入库新买的资产？': 'How do I stock in new purchases?',
  '新建资产入库单，选择供应商和区域。': 'Create a stock-in document and choose the supplier and location.',
  '加入型号、数量和单价，提交。': 'Add models, quantities and prices, and submit.',
  '按采购单入库时从采购单继续，没有到齐的会留着等下次。': 'To follow a purchase, go on from it; what has not arrived stays open.',
  '入库后每件资产都有编号，可以打印标签。': 'Each asset then gets a code, and you can print its label.',
  '怎样发放和借出？': 'How do I issue and lend assets?',
  '申请到您这里时，在明细里选择要发的资产，再同意；也可以扫描标签选择。':
    'When a request reaches you, choose the assets in its lines, by scanning too, and approve.',
  '不够时写明本次发放多少，其余的继续等候或不再发放。': 'Where there are too few, say how many go now; the rest waits or is given up.',
  '当面交付时用直接发放，让领用人在屏幕上签字。': 'To hand over at once, use the direct issue and have the receiver sign on the screen.',
  '为什么不能发放资产？': 'Why can I not issue assets?',
  '发放和盘点需要先为您设置管理区域。': 'Issuing and counting need a location that you manage.',
  '系统管理员在“资产区域”里打开一个区域，把您设为它的管理员。':
    'An administrator opens a location under “Locations” and makes you its manager.',
  '怎样在仓库之间调拨？': 'How do I move assets between stores?',
  '新建资产调拨单，选择调出和调入区域以及资产，提交。': 'Create an allocation, choose both locations and the assets, and submit.',
  '发出后资产为在途；调入方确认收到后才算到库。': 'Once sent they are in transit, and arrive when the other side confirms.',
  '怎样盘点？': 'How do I count?',
  '新建盘点单，选择区域或分类。': 'Create a count and choose locations or categories.',
  '用手机逐个扫描资产二维码，断网也能继续。': 'Scan the assets one by one with your phone; it works offline too.',
  '怎样拆分、合并资产，在建工程怎样转固？': 'How do I split or merge assets, or end a construction?',
  '新建资产拆分合并单，选择拆分、合并或在建转固；加入原资产，再用“新资产”逐项登记，原值合计要与原资产相等，合并时自动带出。':
    'Create a split or merge, choose its purpose, then add the original assets and each new one. The totals must match; for a merge the cost is filled in.',
  '入账后原资产退出台账，折旧、减值和已提月份由新资产承接；在建转固的新资产从投入使用日期起计提。':
    'The old assets leave the register; depreciation, impairment and months go on with the new ones. After construction they begin on the day of service.',
  '为“在建工程”一类的分类设置不计提的折旧规则，并在“入账科目”中填写在建工程科目（企业1604），转固凭证才会从在建工程转到固定资产。':
    'Give a category such as “construction in progress” a rule without depreciation, and enter its account (1604 for enterprises) under Ledger account rule; only then does the voucher move the value to fixed assets.',
  '做错了可以冲销，新资产期间计提的折旧回到原资产。':
    'It can be reversed; what the new assets were charged meanwhile goes back to the old ones.',
  '怎样按部门、项目分摊折旧，查看处置损益？': 'How do I divide depreciation, and see gains and losses on disposal?',
  '在“折旧分摊比例”中为资产登记承担部门或成本对象及其比例，不足100%的部分由使用部门承担。':
    'Enter who bears which share of an asset under Depreciation share; what is left of 100% stays with its department.',
  '结账时按当时的比例分摊，结果在“折旧分摊”中查看，折旧凭证的费用同样分摊。':
    'The close divides by the shares of that moment; see Depreciation allocation. The expense of the voucher is divided alike.',
  '处置单上填写处置收入和处置费用，“处置损益”列出所选月份的净值、收支和损益。':
    'Enter proceeds and cost of sale on a disposal; Disposal gain or loss lists net values and what came of them, for any months.',
  '提交后查看盘盈与盘亏，并生成处理单。': 'Submit, review surplus and loss, and settle them.',
  '怎样打印标签？': 'How do I print labels?',
  '在“待打印标签”中选择资产，或在台账里多选后打印。': 'Choose assets among the labels to print, or select them in the register.',
  '没有合适的样式时，在标签模板里设计一个，按纸张尺寸排版。':
    'Where no layout fits, design one among the label templates by the size of your paper.',
  '打印机在别处时，在它旁边的电脑上打开打印站，标签会送到那里。':
    'Where the printer is elsewhere, open the print station on the computer beside it; labels are sent there.',
  '怎样处置和报废？': 'How do I dispose of assets?',
  '新建资产处置单，选择报废、出售、捐赠或丢失，加入资产，提交。':
    'Create a disposal, choose scrap, sale, donation or loss, add the assets, and submit.',
  '入账后资产退出台账，历史仍可查询；处置错了可以冲销。':
    'Once posted they leave the register and their history stays; a wrong disposal can be reversed.',
  '怎样管理耗材库存？': 'How do I keep the stock of consumables?',
  '用耗材入库增加库存，用耗材调拨在仓库之间移动，用耗材调整改正差异。':
    'Stock in to add, allocate to move between stores, and adjust to correct differences.',
  '为耗材设置最低库存，不足时会提醒，并可一次补足。':
    'Give consumables a minimum; you are told when they run low and can restock in one go.',
  系统管理员: 'For administrators',
  '怎样邀请同事？': 'How do I invite colleagues?',
  '先在“人员管理”中导入或新增人员。': 'First import or add people under People.',
  '在“邀请人员”中发送链接，同事打开后自己设置密码。': 'Send links under Invite people; colleagues open theirs and choose a password.',
  '用开放链接加入的人，需要您逐个同意。': 'You admit each person who joins by an open link yourself.',
  '怎样分配角色和管理区域？': 'How do I give roles and locations?',
  '在“角色与权限”中选择角色，加入人员；马上生效。': 'Choose a role under Roles and permissions and add people; it holds at once.',
  '在“资产区域”中为每个区域指定管理员；管理员能看到和办理这个区域及其下级。':
    'Name the managers of each location; they see and handle it and what is below it.',
  '怎样建立自己的角色？': 'How do I make a role of my own?',
  '在“角色与权限”中复制一个角色，或新建空白角色、等保三员模板。':
    'Under Roles and permissions, copy a role, or begin with an empty one or a template of the three administrators.',
  '勾选权限，选择数据范围（部门、区域、分类或全部）和要隐藏的列，例如价格与价值。':
    'Tick permissions, choose the data scope (departments, locations, categories or all) and what to hide, such as prices and values.',
  '把角色授予人员；一秒内生效。您不能给出自己没有的权限。':
    'Give it to people; it holds within a second. You cannot give what you do not have yourself.',
  '在人员页的“权限说明”中查看哪个角色给了哪项权限；“预览权限”只读，每次都会记录。':
    'On a person, Permissions explained says which role gives what; Preview is to read only and each one is written down.',
  '怎样设计审批流程和表单？': 'How do I design flows and forms?',
  '在“流程管理”中打开流程，加入步骤，选择每一步由谁审批。': 'Open a flow, add steps and choose who approves each.',
  '自己的申请先在“表单管理”中设计表单，再为它新建流程。': 'For an application of your own, design its form first, then create its flow.',
  '发布前可以检查和试走；正在审批的申请按原来的版本走完。':
    'Check and try it before publishing; applications under way keep their version.',
  '同事离职怎么办？': 'What if a colleague leaves?',
  '在“人员管理”中停用他；停用前会列出名下的资产、审批和管理的区域。':
    'Disable the person under People; what they hold, approve and manage is listed before.',
  '审批会转交给您指定的人；资产仍在其名下，办理退库或转移后才会移走。':
    'Approvals go to whom you name; assets stay in their name until a return or transfer moves them.',
  '怎样给资产加自己的字段？': 'How do I add fields of our own to assets?',
  '在“自定义字段”中选择加在哪里，再新增字段；字段立即出现在卡片、表单、列表、导入和导出里。':
    'Under Custom fields, choose what to add to, then add a field; it appears at once on cards, in forms, lists, imports and exports.',
  '打开“入库时必填”的字段在资产入库单上填写；要改已登记资产的字段，填资产调整单；打开“盘点时显示”并在盘点计划里选“自定义字段”，盘点的人就能核对和更正。':
    'Fields that are required at stock-in are filled in on the stock-in. To change those of registered assets, fill in an adjustment. With Shown while counting on, and Custom fields chosen in the counting plan, people who count confirm and correct them.',
  '可以只给某些分类的资产加，也可以启用房屋、土地、车辆等成套字段。':
    'A field may belong to some categories only; sets for buildings, land, vehicles and more can be added whole.',
  '数字可以写明单位，没有填写时可以用默认值；敏感的文字不能用关键字搜到，角色可以把它设为隐藏的列。':
    'Numbers may have a unit, and empty fields a default. Sensitive texts are not found by keyword, and roles can hide them.',
  '导入表格时，没有对应的列可以直接建成新字段；不再用的字段停用，已填的内容还在。':
    'While importing, columns without a match can become new fields. Retire a field that is not needed; what it holds stays.',
  '怎样接入公司登录和通讯录？': 'How do I connect the company sign-in and directory?',
  '在“组织设置”的公司登录中填写 OIDC、LDAP 或 SCIM，先测试再启用。':
    'Fill in OIDC, LDAP or SCIM under the company sign-in of the organisation settings; test before enabling.',
  '启用后人员和部门由公司通讯录维护。': 'From then on the company directory keeps people and departments.',
  '怎样备份和导出全部数据？': 'How do I back up and export everything?',
  '在“数据导出”中导出整个组织，含历史和附件。': 'Under Data export take the whole organisation along, with its history and files.',
  '每张表都可以按当前条件导出 Excel。': 'Every table exports to Excel with its conditions.',
  搜索手册: 'Search the manual',
  与刚才的页面有关: 'About the page you came from',
  打开这个页面: 'Open this page',
  '手册里没有“{text}”': 'The manual has nothing about “{text}”',
  '在册记录资产与耗材从采购到处置的每一步。按角色和要做的事查找，或直接搜索。':
    'Zaice records every step of assets and consumables from purchase to disposal. Look up what you want to do by role, or search.',
  本页的使用说明: 'Manual of this page',
  '供应商、型号、分类重复了怎么办？': 'What do I do about duplicate suppliers, models or categories?',
  '在列表的“整理”中选择查找重复，或在列表中选中几项后合并，也可以打开一项，选择与另一项合并。':
    'In the list choose Clean up, Find duplicates; or select several and merge them; or open one and merge it with another.',
  '选择保留哪一个，看清有多少资产、单据会改为指向它，再合并。':
    'Choose which one stays, see how many assets and documents will point to it, and merge.',
  '已入账的单据照旧；旧编码、旧名称在扫码和导入时都指向保留的这一个。':
    'Posted documents stay as they are; old codes and names lead to the one that stays when scanned or imported.',
  '还有库存的耗材和区域，先调整或调拨后再合并。': 'Adjust or move the stock of supplies and locations first, then merge them.',
  '误删的供应商、型号、区域怎样找回？': 'How do I get back a deleted supplier, model or location?',
  '在列表的“整理”中打开回收站，能看到谁在什么时候删除的。': 'In the list choose Clean up, Trash; it shows who deleted it and when.',
  '选择恢复，它回到原来的位置；上级也删除了的，先恢复上级。':
    'Put it back where it was; where what it belongs to was deleted as well, put that back first.',
  '编码已被别人用了的，先改那一个的编码。合并过的不能恢复。':
    'Where another one has its code, change that code first. What was merged cannot be put back.',
  '怎样改编号规则？': 'How do I change the numbering rules?',
  '在“组织设置”中打开编号规则，分别为资产、单据、申请和人员定规则。':
    'In Organisation settings open Numbering, and set the rules of assets, documents, applications and people.',
  '规则由固定文字、日期、编码和流水号组成，下面有例子；保存后从下一张开始，已有的编号不变。':
    'A rule is made of fixed text, dates, codes and a sequence number, with an example below; it holds from the next one, existing numbers stay.',
  '单号太长时打开“自己定规则”，用代号、年月和流水号，念得出来。':
    'Where document numbers are too long, switch on Custom rule: letters, year and month and a sequence number can be read out.',
  '怎样改领用原因、计量单位这些常用词？': 'How do I change reasons, units and other common words?',
  '在“组织设置”中打开常用词，选择一个词表。': 'In Organisation settings open Common words and choose a list.',
  '可以添加、改名（中英文）、上移，或不再提供；已经写下的不变。':
    'Add, rename in Chinese and English, move up, or stop offering; what was written stays.',
  '资产状况、处置方式和请假类型也在其中：改名后，单据、列表、导出和打印都用新名称。':
    'Conditions, ways of disposal and kinds of leave are among them: documents, lists, exports and print-outs follow a new name.',
  '没有全部领到怎么办？': 'What if not everything has come?',
  '在待确认的单据上点“确认领取”，打开“没有全部领到”。': 'On the document press Confirm and turn on “Not everything has come”.',
  '逐项勾选领到的资产，或改成领到的数量；选择没领到的等候补发还是不要了，写明原因。':
    'Tick the assets that have come, or change the quantity; choose whether the rest is sent later or not needed, and say why.',
  '确认后，领到的归您，没领到的留在仓库；发放的人会收到消息。':
    'What has come is yours then, the rest stays in the store, and whoever issued it is told.',
  '怎样让流程按自定义字段走不同的分支？': 'How does a flow branch by own fields?',
  '在“流程管理”中打开流程，添加分支，点分支设置条件。': 'Open the flow under Flows, add a branch and press it to set its condition.',
  '字段里有明细中资产的、申请人的和部门的自定义字段，如“资产的密级”；明细有多行时选“任意一项”或“每一项”。':
    'Among the fields are own fields of the assets on the lines, of the applicant and of the department; with several lines choose any or each of them.',
  '点“试运行”填入想试的值，看走哪个分支；试运行不读取任何卡片。': 'Press Test run and enter the values to be tried; a trial reads no card.',
  '发布时会提醒哪些字段有的角色看不到。': 'Publishing warns of fields that some roles do not show.',
  '怎样让事情自动办理？': 'How do I have things done by themselves?',
  '在“自动规则”中新增规则：选什么（资产、单据、申请……）和发生什么（新建、某个字段变了、日期快到了……）。':
    'Add an automation rule: choose of what (assets, documents, applications …) and what happens (made, a field changes, a date comes near …).',
  '在“并且”里加条件，和列表的筛选一样；都符合才执行。': 'Add conditions under And, as lists are filtered; it acts where all hold.',
  '在“就”里选动作：通知人、发起申请，或设置一个字段；文字里的花括号会换成记录的内容。':
    'Choose what it does: tell people, start an application or set a field; braces in a text are replaced by what stands on the record.',
  '保存前点“试算最近的事件”，看最近发生的事里有几次会执行；试算不会真的执行。':
    'Before saving press Try the last events to see how often it would have acted; nothing is carried out.',
  '规则以保存人的名义和权限执行，在“执行记录”里看每一次的结果，失败的可以重新执行。':
    'A rule runs in the name and with the rights of whoever saved it; its log says what came of each run, and a failed one can run again.',
  '怎样启用账簿、接管原来的账？': 'How do I start a book and take over another register?',
  '在“账簿”中新建账簿，选择核算制度和启用月份；在“折旧规则”中设好方法、年限和残值率。':
    'Make a book under Book with its accounting rules and first month; set methods, lives and residual rates under Depreciation rule.',
  '从原来的账接过来时，在“期初余额”中导入每项资产的原值、累计折旧和已提月份；不导入则按规则推算。':
    'Where another register is taken over, import cost, accumulated depreciation and months charged of each asset under Opening balance; otherwise the rules reckon them.',
  '在“月末结账”中填写原账的合计作为控制数，启用账簿；合计差一分也会提示。':
    'Under Month close, enter the totals of the former register and start the book; a difference of even one cent is flagged.',
  '怎样计提折旧和结账？': 'How do I depreciate and close a month?',
  '月末当天起，在“月末结账”中看清有没有没入账的单据、没有年限的资产，然后结账。':
    'From the last day of the month on, look under Month close at documents that are not posted and assets without a life, then close.',
  '结账后，日期在本月的单据不能再入账；需要更正时，可以反结最后一个月，写明原因。':
    'After that, documents dated into the month are not posted any more. To correct something, reopen the last month with a reason.',
  '“折旧清单”可以看任何一个月的净值，也能看以后月份的预测；“增减变动表”按分类或部门汇总。':
    'The depreciation list has the net values of any month, and those of months ahead; Movements adds up by category or department.',
  '怎样登记减值、后续支出和年限变更？': 'How do I enter impairment, additions and another useful life?',
  '新建资产价值变动单，选择资产，填写后续支出、减值、新的年限、残值或折旧方法。':
    'Make a value change, choose the assets, and fill in the addition, the impairment, the new life, residual or method.',
  '变动从下一个计提月份起生效，已结账的月份不变；做错了可以冲销。':
    'It acts from the next month that is charged; closed months stay as they are. What was wrong can be reversed.',
  '怎样把凭证传到总账并核对？': 'How do vouchers reach the general ledger, and how do I compare?',
  '每次结账都会生成凭证；在“记账凭证”中导出到用友或金蝶，导入后填回总账的凭证号。':
    'Each close makes vouchers. Export them for Yonyou or Kingdee under Vouchers, and write the number of the general ledger back.',
  '凭证可以逐张、勾选或按月打印成记账凭证，也可以下载PDF。':
    'Print one voucher, those that are selected or a whole month as sheets, or download them as PDF.',
  '金蝶K/3的模板另有一张说明列的工作表：先在K/3中引出标准格式凭证得到模板，再把导出的行粘贴到它的凭证表。':
    'The template of Kingdee K/3 has a further sheet that describes the columns: export vouchers in standard format from K/3 to get it, and paste the exported rows into its sheet of vouchers.',
  '科目在“入账科目”中按分类和部门设置，没有设置的用核算制度的科目。处置收入和处置费用填不含增值税的金额，税额在总账中另记。':
    'Accounts are set by category and department under Ledger account rule; otherwise those of the accounting rules are used. Enter proceeds and costs of disposal without VAT; the tax is booked in the general ledger.',
  '在“账账核对”中填写总账余额，不一致时会指出可能的原因。':
    'Type the balances of the general ledger under Reconciliation; the likely reason of a difference is named.',
  '怎样在手机或电脑的日历里看日程？': 'How do I see my calendar on my phone or computer?',
  '打开“我的日程”的“显示与订阅”，选择要看的来源，生成订阅地址。':
    'Under My calendar open Calendars and subscription, choose what to see, and create an address.',
  '把地址添加到手机或电脑的日历应用（添加订阅日历）；以后日程会自动更新。':
    'Add the address to the calendar app of your phone or computer as a subscription; from then on it stays up to date.',
  '地址只显示一次，知道的人都能看到内容；不用了或转发过，就在这里停用。':
    'It is shown once, and whoever knows it sees what it shows; disable it here when you need it no longer or passed it on.',
  '怎样让其他系统读取资产或办理业务？': 'How do other systems read assets or do work here?',
  '在“API密钥”中新建密钥：选权限、数据范围、来源网络和有效期；密钥不会超过您自己的权限。':
    'Under API keys make one: its permissions, data scope, networks and how long it is valid. It never exceeds your own permissions.',
  '密钥只显示一次，放进那个系统的密码管理或环境变量。':
    'The key is shown once; put it into the password store or the environment of that system.',
  '“第一次调用”里有可以直接运行的例子，“接口文档”列出全部接口。':
    'First call has samples that run as they stand; the API reference lists every call.',
  '换人维护时用服务账号，由另一位管理员接手；不用了就停用，一秒内生效。':
    'Where its keeper may change, use a service account, which another administrator takes over. Revoke what is not needed: it ends within a second.',
  '怎样在发生变化时通知其他系统？': 'How are other systems told of changes?',
  '在“Webhook”中新增：填写接收地址，选择哪些变化，加上条件。':
    'Under Webhooks add one: the address that receives, which changes, and conditions.',
  '复制签名密钥交给接收方；它只显示一次。': 'Copy the signing secret and hand it to the receiver; it is shown once.',
  '点“测试消息”，再到“发送记录”里看对方怎样回答；没有送达的在三天内自动重发。':
    'Send a Test message and look under Deliveries how it was answered; what was not received is sent again for three days.',
  系统运维: 'Operators',
  '怎样打开运营页？': 'How do I open the operator’s page?',
  '在服务器上运行 npm run organisation -- page --by 您的名字，打开它打印的地址。':
    'On the server run npm run organisation -- page --by NAME, and open the address that it prints.',
  '地址只能用一次，15 分钟内有效；在那里做的事会连同名字记录下来。':
    'The address works once, within 15 minutes; what is done there is written down with the name.',
  '在这一页增加公司、调整许可、停用和重新启用组织，为忘记密码的管理员发链接。':
    'Here you add companies, change licences, close organisations and open them again, and make a link for an administrator who forgot the password.',
  '怎样知道系统是否正常？': 'How do I know that the system is well?',
  '在运营页打开“运行状况”：每一项有问题时，下面写着该做什么。':
    'On the operator’s page open System: under whatever is amiss stands what to do.',
  '后台任务失败时写明原因，修好后点重新执行。': 'A job that failed says why; put it right and run it again.',
  '让监控系统读取 /readyz 和 /metrics；告警规则和面板在 deploy/monitoring 里。':
    'Let the monitoring read /readyz and /metrics; alert rules and a dashboard are in deploy/monitoring.',
  '怎样备份和恢复整个系统？': 'How do I back up and restore the whole system?',
  '设置 BACKUP_FOLDER，每天夜里自动备份并演练恢复；“运行状况”列出每一份，可以马上备份、检查或演练。':
    'With BACKUP_FOLDER set a backup is made each night and brought back as a drill; System lists them, and begins a backup, a check or a drill at once.',
  '要恢复时先停止服务，再运行 npm run restore；全部对得上之后才会换上去，原来的数据留在旁边。':
    'To restore, stop the server and run npm run restore; it takes its place only when everything adds up, and what was there stays aside.',
  '恢复之后运行 npm run audit，核对账目、历史和文件。': 'Then run npm run audit, which holds books, history and files against each other.',
  '怎样升级？': 'How do I upgrade?',
  '先备份，再看新版本的更新说明里有没有必须先装的版本。':
    'Back up first, then look in the change notes for a version that has to come before.',
  '换上新版本并重新启动；数据库结构会自动更新，同时启动的进程会互相等待。':
    'Put the new version in place and start again; the schema follows by itself, and processes that start together wait for each other.',
  '旧程序不能打开新的数据库结构，所以退回要用备份。': 'An older program does not open a newer schema, so the way back is a backup.',
  '怎样在工作台找到要做的事？': 'How do I find what there is to do?',
  '工作台上面是等您办的事：待审批、待确认、快到期的，点开就能办。':
    'The top of the workbench holds what waits for you: approvals, receipts, what is due soon. Tap one to do it.',
  '下面是常用和最近打开的功能；点“全部”或看电脑左边的菜单，可以找到其他的。':
    'Below are the entries you use or opened last. All, and the menu at the left on a computer, have the others.',
  '在电脑上按 Ctrl 和 K，可以搜索资产、单据、人员和页面。':
    'On a computer press Ctrl and K to search assets, documents, people and screens.',
  '怎样扫码查看一件资产？': 'How do I look an asset up by its code?',
  '在工作台点扫一扫，对准资产上的标签；也可以点“拍照识别”，或输入编码。':
    'Tap Scan on the workbench and point at the label. A photo or a typed code will do as well.',
  '打开的页面写着它是什么、在哪里、谁在用，下面是您可以办的事，例如报修、归还、盘点。':
    'The page says what it is, where it stands and who uses it; below is what you may do, such as repair, return or count.',
  '还没有绑定的标签，请交给资产管理员绑定后再使用。': 'Hand a label that belongs to nothing yet to an asset manager, who binds it.',
  '怎样查看抄送和转发给我的申请？': 'Where are applications that were copied or forwarded to me?',
  '在“抄送我的”中查看抄送给您的申请，未读的在前面；看过就不再提醒。':
    'Copied to me lists what was copied to you, unread first. What you have read is not brought up again.',
  '别人在聊天里转发的申请，点卡片打开；只看得到转发的人选中的内容。':
    'Open an application that someone forwarded in a chat by its card. It shows only what that person chose.',
  '没有网络时怎么办？': 'What if there is no network?',
  '照常填写和提交，扫码、盘点、打卡也一样；内容先存在这台设备上。':
    'Fill in and submit as usual, also scans, counts and punches. It is stored on this device first.',
  '联网后按顺序自动提交，每件只算一次；“待发送”里看得到还剩什么。':
    'Once there is a network it is sent in order, each thing once. Waiting to send shows what is left.',
  '没有办成的会说明原因，可以修改后再发，或放弃。': 'What was refused says why. Change it and send it again, or give it up.',
  '怎样找到同事，和他们聊天？': 'How do I find colleagues and chat with them?',
  '在通讯录里按部门查看，或输入姓名、拼音首字母、手机号、职位搜索。':
    'Browse the address book by department, or search by name, initials in pinyin, phone or position.',
  '打开一位同事，可以打电话、发消息；也可以从消息里新建群聊。':
    'Open a colleague to call or write; a group chat is begun from the messages.',
  '聊天里可以发照片、语音、文件和资产、申请的卡片；发错的可以撤回再编辑。':
    'A chat takes photos, voice, files, and cards of assets and applications. What went wrong is recalled and edited.',
  '怎样写工作日志？': 'How do I write a work log?',
  '在“工作日志”中点写日志，选择日报、周报或月报；“填入做过的事”会列出这一期的单据、审批和盘点。':
    'Choose Write in Work logs and pick the daily, weekly or monthly log. What was done can be filled in from documents, approvals and counts.',
  '写完提交，负责人和您选的同事会收到；截止前可以修改。':
    'Submit it: your head and the colleagues you choose receive it. It can be changed until it is due.',
  '管理员在日志模板里设置周期、截止时间、提醒和由哪些部门填写。':
    'Administrators set period, deadline, reminders and departments in the log templates.',
  '怎样用网盘保存和共享文件？': 'How do I keep and share files?',
  '在“网盘”里上传文件或文件夹，中断后接着传；也可以放进部门的共享区。':
    'Upload files or folders to the net disk; an upload that broke goes on. Departments have a shared space.',
  '点共享，交给同事、部门、会话，或生成带提取码和有效期的链接。':
    'Share with colleagues, departments, chats, or by a link with a code and an end.',
  '改过的文件保留历史版本，删除的在回收站里保留30天。': 'A changed file keeps its versions; what is deleted stays in the bin for 30 days.',
  '在哪里看公告和新闻？': 'Where are announcements and news?',
  '新的公告和新闻会发消息，也会出现在工作台的轮播里。':
    'New announcements and news send a message and appear in the carousel of the workbench.',
  '以前的在“公告列表”和“新闻公告”中查看。': 'Earlier ones are in the lists of announcements and of news.',
  '怎样改密码、个人信息，在另一台设备上登录？': 'How do I change my password or data, or sign in on another device?',
  '在“我的”里打开个人信息，可以改头像、手机和邮箱；密码在“设置自己的密码”里改。':
    'Open your data under Me to change picture, phone and e-mail; the password has a page of its own.',
  '在电脑上已经登录时，用“在手机上登录”显示一个码，手机扫一下就登录。':
    'Signed in on a computer, show a code under Sign in on a phone and scan it with the phone.',
  '手机上可以把本系统添加到主屏幕，像应用一样打开。': 'On a phone, add it to the home screen and open it like an app.',
  '怎样查某一天的台账、一件资产去过哪里？': 'How do I see the register of a day, or where an asset has been?',
  '“任意日期台账”选一天，列出那天在册的资产、在哪里、谁在用。':
    'Register as of any day lists the assets of that day, where they stood and who had them.',
  '“资产流转记录”是每一次变动，“资产单据明细”是单据的每一行；都可以筛选、汇总和导出。':
    'Asset moves has each change, the lines of documents each line. All are filtered, summed up and exported.',
  '一件资产自己的经过在它的页面上，点一次变动打开那张单据。':
    'The history of one asset stands on its page; press a change to open its document.',
  '怎样登记保养、修改资产资料？': 'How do I record maintenance or change the data of assets?',
  '在“资产保养”中新建，填写做了什么、费用和下次保养的日期；到期前会提醒。':
    'Create a maintenance record: what was done, what it cost, and when the next is due. A reminder comes before that.',
  '在“资产调整”中一次改多件资产的资料，改前改后都留在记录里。':
    'An adjustment changes the data of many assets at once and keeps what was before.',
  '只改一件时，也可以在资产的页面上点编辑。': 'For a single asset, press Edit on its page.',
  '怎样用RFID盘点、找资产、写标签？': 'How do I count, find and label assets by RFID?',
  '打开“RFID标签”，选择连接方式：串口读写器、像键盘一样输入的读写器，或手持机自带的。':
    'Open RFID tags and choose the reader: by serial port, by keyboard, or the one of a handheld.',
  '盘点时选一个区域，慢慢走过货架；账上没读到的、别处的和不认识的分开列出。':
    'To count, choose a place and walk along the shelves. What was not read, what belongs elsewhere and what is unknown stand apart.',
  '“找一找”按信号强弱带您走到资产跟前，“写标签”把编码写进标签并读回核对。':
    'Find leads you to an asset by the strength of its signal. Write tags writes the code and reads it back.',
  '怎样登记发票，带入采购和入库？': 'How do I enter invoices and take them into purchases and stock-ins?',
  '把收到的 XML、OFD 或 PDF 发票拖进“发票”，号码、销售方、明细和税额会自动读出来。':
    'Drop XML, OFD or PDF invoices into Invoices. Number, seller, lines and tax are read by themselves.',
  '把明细匹配到型号或耗材，再关联单据，或用这张发票新建采购、入库。':
    'Match the lines to models or supplies, then link documents, or create a purchase or stock-in from the invoice.',
  '删错的发票在“已删除的发票”里恢复。': 'A deleted invoice is brought back from the deleted ones.',
  '怎样让闲置资产重新用起来？': 'How are idle assets used again?',
  '把闲置资产放入“闲置资产池”，同事采购前会先看到，可以领用或借用。':
    'Put idle assets into the pool. Colleagues see them before they buy, and can ask for them or borrow them.',
  '“少买的资产”记着用闲置资产代替了多少采购。': 'Purchases saved says how much need not be bought.',
  '怎样限定每个人配多少、多贵的资产？': 'How do I limit what each person is equipped with?',
  '在“配置标准”中按分类、职位和部门，写明数量上限、单价上限和最低使用年限。':
    'In Equipment standards say for a category, a position and a department how many, how dear, and for how long.',
  '申请时超过标准的会说明，由审批人决定。': 'An application beyond the standard says so, and the approver decides.',
  '怎样做报表和汇总？': 'How do I make reports and summaries?',
  '“报表”里有现成的报表，可以搜索；打开后改条件、分组，看表格、透视表或图形。':
    'Reports holds delivered ones, which are searched. Change conditions and groups, and look at a table, a pivot or a chart.',
  '任何一张表都可以点“汇总”，按列和时间分组；点一个数字看到是哪些记录。':
    'Any table is summed up by columns and periods with Summary. Press a figure to see its rows.',
  '结果可以导出 Excel、CSV、PDF，定期发送，或放入仪表板。':
    'The result leaves as Excel, CSV or PDF, is sent regularly, or goes onto a dashboard.',
  '怎样做自己的仪表板？': 'How do I make a dashboard of my own?',
  '打开“仪表板”，用现成的，或点“新建仪表板”；点“编辑”添加、移动和缩放内容。':
    'Open Dashboards and use a delivered one or create your own. Edit adds, moves and resizes what is on it.',
  '“共享给”选同事、部门或角色；每个人看到的数值按他自己的权限计算。':
    'Share it with colleagues, departments or roles. Each sees figures by their own rights.',
  '打开“每晚保留数值”后有比较和逐日的曲线；可以打印、存为PDF和定期发送。':
    'Keeping figures each night gives comparisons and curves. A dashboard is printed, saved as PDF and sent regularly.',
  '新的组织怎样开始？': 'How does a new organisation begin?',
  '“开始使用”按顺序列出要做的：同事、区域、分类、流程、资产，每一步写着做到了哪里。':
    'Get started lists what to do in order: people, places, categories, flows, assets, and how far each is.',
  '大约十五分钟；可以跳过、离开，下次接着做。': 'It takes about fifteen minutes. Skip a step or leave, and go on another time.',
  '怎样知道审批办得快不快，停住的怎么办？': 'How fast are approvals, and what if one is stuck?',
  '“流程统计”按环节和处理人列出用时和待办；点开看到是哪些申请。':
    'Flow statistics shows times and open tasks by step and person. Press one to see its applications.',
  '“流程监控”列出停下的申请和原因，可以指定新处理人、转到别的环节、退回或重试，也可以一批处理。':
    'Flow monitor lists applications that stopped and why. Name a new approver, go to another step, return or try again, many at once too.',
  '流程改过以后，用“升级流程”把进行中的申请换到新版本；先看检查结果，再升级。':
    'After a flow was changed, Upgrade flow moves running applications to the new version. Look at the check first.',
  '怎样设置工作日和工作时间？': 'How do I set working days and hours?',
  '在“工作日历”中设置每周工作日和上下班时间，点日期改成上班或休息。':
    'In Working calendar set the days of the week and the hours. Press a day to make it one of work or of rest.',
  '把国务院公布的放假安排粘贴进去，节假日和调休一次导入。':
    'Paste the published holidays, and they come in with the days that make up for them.',
  '按工作日计算的审批期限会随日历调整。': 'Deadlines that count working days follow the calendar.',
  '怎样让流程和表单调用外部服务？': 'How do flows and forms call services outside?',
  '在“外部服务”中登记服务地址和签名密钥；密钥只显示一次，交给对方。':
    'Register the address of a service and its signing key under External services. The key is shown once.',
  '在流程设计里加服务环节，或让表单的选项从服务读取。':
    'Add a step that calls it in the design of a flow, or let the options of a form come from it.',
  '怎样改打印的单据？': 'How do I change printed documents?',
  '在“打印模板”中选择一种单据，调整纸张、标题、明细的列、文字和签字，旁边是预览。':
    'Choose a kind of document under Print templates and change paper, title, columns, texts and signatures. The preview stands beside.',
  '单据和申请都可以打印，一张、多选或一批。': 'Documents and applications are printed one by one, as a selection or in bulk.',
  '怎样把通知发到工作群？': 'How do notices reach a group chat?',
  '在钉钉、企业微信或飞书的群里添加机器人，复制它的地址。': 'Add a robot to a group of DingTalk, WeCom or Feishu and copy its address.',
  '在“群机器人”中填写地址和通知内容，点“发送测试消息”。': 'Enter the address and what to tell under Group robots, and send a test.',
  '群里不会出现人员姓名；每分钟最多发送20次，更多的合并成一条。':
    'No names appear in the group. At most 20 messages go out in a minute; more become one.',
}

-- A run that was taken back and the entries that took it back are nothing together: the totals of a month leave them out.
delete from value_total t using book_period p
where p.org_id = t.org_id and p.book_id = t.book_id and p.month = t.month and p.state = 'undone';

insert into value_total (org_id, book_id, month, no, kind, dept_id, cat_id, assets, cost, depreciation, impairment)
select e.org_id, e.book_id, e.month, row_number() over (), e.kind, e.dept_id, e.cat_id, count(*), sum(e.cost), sum(e.depreciation), sum(e.impairment)
from value_entry e join book b on b.org_id = e.org_id and b.id = e.book_id and e.month <= b.closed_month
where exists (select from book_period p where p.org_id = e.org_id and p.book_id = e.book_id and p.month = e.month and p.state = 'undone')
  and exists (select from book_period p where p.org_id = e.org_id and p.book_id = e.book_id and p.month = e.month and p.state = 'closed')
  and not exists (select from book_period u where u.org_id = e.org_id and u.id = e.source_id and u.state = 'undone')
group by e.org_id, e.book_id, e.month, e.kind, e.dept_id, e.cat_id;

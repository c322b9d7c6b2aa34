-- Which sheet of a workbook was imported: another one of the same file is another table. Null for text, and for what came in before.
alter table import_batch add column sheet text;

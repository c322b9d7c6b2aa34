-- How many months lie between two maintenances of the pieces of a model; null where none is planned.

alter table model add column maintenance_months int;

-- Why a picture that the merchant asks for is not there, as of the last time that the papers were passed.
alter table person add column waive_reason text not null default '' check (length(waive_reason) <= 100);

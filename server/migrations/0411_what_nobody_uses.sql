-- needs: 0015
-- What no program asks for: versions of functions with fewer arguments than any call has, and columns that nobody writes or reads.
drop function deposits_free(bigint, bigint, bigint);
drop function deposits_free_fen(bigint, bigint, bigint);
alter table "order" drop column modified;
alter table media drop column superseded_by;
alter table person drop column consent_at;

-- The commission of a month goes by the roles that an employee had in it. Only the present ones were kept, so that a promotion paid its
-- commission for months before it, too, and who had left got none. The account keeps the roles that it had, and until when.
alter table account add column role_history jsonb not null default '[]';
comment on column account.role_history is 'roles before the present ones, the oldest first: [{"until": epoch ms, "roleIds": [text]}]';
create function keep_role_history() returns trigger language plpgsql as $$
begin
  new.role_history = old.role_history || jsonb_build_object(
    'until', (extract(epoch from app_now()) * 1000)::bigint, 'roleIds', to_jsonb(old.role_ids::text[]));
  return new;
end $$;
create trigger role_history before update of role_ids on account for each row
  when (old.role_ids <> new.role_ids) execute function keep_role_history();

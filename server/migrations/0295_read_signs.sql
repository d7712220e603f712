-- Plates and frame numbers of cars are read from pictures too, counted apart from papers.
alter table daily_use drop constraint daily_use_question_check;
alter table daily_use add constraint daily_use_question_check check (question in ('readPaper', 'checkIdentity', 'readSign'));

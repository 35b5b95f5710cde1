-- What all migrations together make: written by `make schema`, loaded into an empty database.
-- Made from the migrations c1a3c719b9111224f3d7ff32712458911793619c35d07b847bd8bcd3fef2f267.

SET LOCAL search_path = '';
SET LOCAL check_function_bodies = false;
SET LOCAL client_min_messages = warning;
-- PostgreSQL database dump

-- Name: _pgtrigger_should_ignore(name); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public._pgtrigger_should_ignore(trigger_name name) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
                DECLARE
                    _pgtrigger_ignore TEXT[];
                    _result BOOLEAN;
                BEGIN
                    BEGIN
                        SELECT INTO _pgtrigger_ignore
                            CURRENT_SETTING('pgtrigger.ignore');
                        EXCEPTION WHEN OTHERS THEN
                    END;
                    IF _pgtrigger_ignore IS NOT NULL THEN
                        SELECT trigger_name = ANY(_pgtrigger_ignore)
                        INTO _result;
                        RETURN _result;
                    ELSE
                        RETURN FALSE;
                    END IF;
                END;
            $$;

-- Name: pgtrigger_assignment_append_only_8490d(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_assignment_append_only_8490d() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_board_append_only_2f119(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_board_append_only_2f119() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_candidate_append_only_573ad(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_candidate_append_only_573ad() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_candidate_decision_append_only_fba5b(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_candidate_decision_append_only_fba5b() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_candidate_decision_is_lawful_ff3c2(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_candidate_decision_is_lawful_ff3c2() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_candidateassignment a ON a.task_id = s.task_id
        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.person_id = NEW.person_id
        AND s.round = NEW.round AND s.state IN ('claimed', 'committed')
        AND a.candidate_id = NEW.candidate_id AND a.assigned;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'candidate decision: its author holds no slot of a task with that candidate'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_comparison_append_only_bdd9a(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_comparison_append_only_bdd9a() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_configuration_append_only_e90d2(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_configuration_append_only_e90d2() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_construction_decision_append_only_cf385(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_construction_decision_append_only_cf385() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_construction_piece_append_only_d277c(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_construction_piece_append_only_d277c() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_control_report_append_only_3acae(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_control_report_append_only_3acae() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_disagreement_moves_81d18(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_disagreement_moves_81d18() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
                USING ERRCODE = 'check_violation';
        
                END;
            $$;

-- Name: pgtrigger_document_append_only_8afbc(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_document_append_only_8afbc() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_erratum_append_only_9651c(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_erratum_append_only_9651c() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_erratum_is_of_its_release_b0121(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_erratum_is_of_its_release_b0121() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF EXISTS (SELECT FROM benchmark_releaseitem i
            WHERE i.id = NEW.item_id AND i.release_id <> NEW.release_id)
        OR EXISTS (SELECT FROM benchmark_releaseripple r
            WHERE r.id = NEW.ripple_id AND r.release_id <> NEW.release_id) THEN
        RAISE EXCEPTION 'erratum: the item is of another release' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_event_append_only_03b6c(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_event_append_only_03b6c() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_guideline_append_only_241fd(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_guideline_append_only_241fd() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_heartbeat_append_only_5653a(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_heartbeat_append_only_5653a() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_hosted_attempt_append_only_094e6(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_hosted_attempt_append_only_094e6() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_hosted_request_append_only_382ab(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_hosted_request_append_only_382ab() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_hosted_run_append_only_bcdd8(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_hosted_run_append_only_bcdd8() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_item_awaits_words_38d9e(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_item_awaits_words_38d9e() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    INSERT INTO reviewapp_itemwords (item_id) SELECT id FROM new_items; RETURN NULL;
                END;
            $$;

-- Name: pgtrigger_item_document_pair_stays_2d15d(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_item_document_pair_stays_2d15d() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update of "item_id", "document_id" rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_item_document_references_39ee3(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_item_document_references_39ee3() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                DECLARE missing BIGINT;
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
            SELECT n.item_id INTO missing FROM (SELECT DISTINCT item_id FROM new_rows) n
            LEFT JOIN reviewapp_evidenceitem t ON t.id = n.item_id WHERE t.id IS NULL LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION '% has item_id %, which is not in reviewapp_evidenceitem', TG_TABLE_NAME, missing
                    USING ERRCODE = 'foreign_key_violation';
            END IF;
            SELECT n.document_id INTO missing FROM (SELECT DISTINCT document_id FROM new_rows) n
            LEFT JOIN reviewapp_document t ON t.doc_id = n.document_id WHERE t.doc_id IS NULL LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION '% has document_id %, which is not in reviewapp_document', TG_TABLE_NAME, missing
                    USING ERRCODE = 'foreign_key_violation';
            END IF;
            RETURN NULL;
        
                END;
            $$;

-- Name: pgtrigger_item_id_stays_e520d(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_item_id_stays_e520d() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update of "id" rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_item_lets_go_06abe(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_item_lets_go_06abe() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF EXISTS (SELECT FROM old_items o JOIN reviewapp_itemdocument d ON d.item_id = o.id) THEN
        RAISE EXCEPTION 'an item that names documents cannot be deleted'
            USING ERRCODE = 'foreign_key_violation';
    END IF;
    DELETE FROM reviewapp_itemwords w USING old_items o WHERE w.item_id = o.id;
    RETURN NULL;

                END;
            $$;

-- Name: pgtrigger_item_result_append_only_843a7(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_item_result_append_only_843a7() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_manifest_line_append_only_9d14f(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_manifest_line_append_only_9d14f() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_manifest_line_is_of_its_row_9c8cb(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_manifest_line_is_of_its_row_9c8cb() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM scoring_ripplerun r JOIN scoring_configuration c ON c.id = r.configuration_id
        WHERE r.id = NEW.run_id AND c.id = NEW.configuration_id AND c.release_id = NEW.release_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'manifest line: the run is of another configuration'
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.replaces_id IS NOT NULL THEN
        PERFORM 1 FROM scoring_manifestline m
            WHERE m.id = NEW.replaces_id AND m.configuration_id = NEW.configuration_id;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'manifest line: it replaces a line of another row'
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_outcome_append_only_d96bf(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_outcome_append_only_d96bf() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_outcome_is_lawful_3153c(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_outcome_is_lawful_3153c() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM reviewapp_return r WHERE r.task_id = NEW.task_id AND r.person_id = NEW.adjudicator_id;
    IF FOUND THEN
        RAISE EXCEPTION 'outcome: a reviewer of a task cannot adjudicate it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_outcome_of_ripple_7470f(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_outcome_of_ripple_7470f() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    DECLARE
        item bigint;
        task_round integer;
    BEGIN
    SELECT ripple_id, round INTO item, task_round FROM reviewapp_task WHERE id = NEW.task_id;
    IF item IS NULL THEN
        RETURN NEW;
    END IF;
    PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.person_id = NEW.adjudicator_id;
    IF FOUND THEN
        RAISE EXCEPTION 'outcome: a reviewer of an item cannot adjudicate it'
            USING ERRCODE = 'check_violation';
    END IF;
    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.adjudicator_id
        AND e.what <> 'adjudication';
    IF FOUND THEN
        RAISE EXCEPTION 'outcome: its author has seen what is hidden of the item'
            USING ERRCODE = 'check_violation';
    END IF;
    IF (SELECT count(*) FROM reviewapp_slot b JOIN reviewapp_slot c ON c.task_id = b.task_id
            AND c.round = b.round AND c.stage = 'closure' AND c.number = b.number AND c.state = 'committed'
        WHERE b.task_id = NEW.task_id AND b.round = task_round AND b.stage = 'blind'
            AND b.state = 'committed'
            AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = b.id)) <> 2 THEN
        RAISE EXCEPTION 'outcome: both closure returns come first' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
    END;

                END;
            $$;

-- Name: pgtrigger_plan_append_only_c99ce(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_plan_append_only_c99ce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_question_append_only_eb772(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_question_append_only_eb772() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_recovery_chart_append_only_bd0c3(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_recovery_chart_append_only_bd0c3() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_append_only_f8e92(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_append_only_f8e92() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_collision_append_only_fad7e(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_collision_append_only_fad7e() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_collision_is_its_bytes_81057(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_collision_is_its_bytes_81057() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_collision_sealed_46634(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_collision_sealed_46634() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_decision_append_only_4581a(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_decision_append_only_4581a() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_decision_is_its_bytes_03301(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_decision_is_its_bytes_03301() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_decision_sealed_58e08(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_decision_sealed_58e08() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_document_append_only_c8187(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_document_append_only_c8187() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_document_sealed_a530b(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_document_sealed_a530b() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_is_its_manifest_82b83(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_is_its_manifest_82b83() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.manifest_sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.manifest, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release: manifest_sha256 is not that of its manifest'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_item_append_only_05ce2(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_item_append_only_05ce2() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_item_is_its_bytes_a0a00(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_item_is_its_bytes_a0a00() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_item_sealed_eea43(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_item_sealed_eea43() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_line_append_only_ba76f(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_line_append_only_ba76f() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_line_is_its_bytes_62a17(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_line_is_its_bytes_62a17() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_line_sealed_baf38(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_line_sealed_baf38() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_ripple_append_only_44a01(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_ripple_append_only_44a01() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_release_ripple_is_its_bytes_e53b2(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_ripple_is_its_bytes_e53b2() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_release_ripple_sealed_d933b(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_release_ripple_sealed_d933b() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_return_append_only_def6a(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_return_append_only_def6a() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_return_has_all_finals_741db(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_return_has_all_finals_741db() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    -- a decision is on a candidate that its task assigns, so that counting is enough
    IF (SELECT count(*) FROM reviewapp_candidateassignment WHERE task_id = NEW.task_id AND assigned)
        <> (SELECT count(DISTINCT candidate_id) FROM reviewapp_candidatedecision
            WHERE task_id = NEW.task_id AND round = NEW.round AND person_id = NEW.person_id
                AND phase = 'final') THEN
        RAISE EXCEPTION 'return: a candidate of its item has no final decision'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_return_is_lawful_dab1e(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_return_is_lawful_dab1e() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_campaign c ON c.id = s.campaign_id
        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.campaign_id = NEW.campaign_id
        AND s.stage = NEW.stage AND s.round = NEW.round
        AND (s.number BETWEEN 1 AND c.overlap OR c.kind = 'ripple')
        AND s.person_id = NEW.person_id AND s.state IN ('claimed', 'committed');
    IF NOT FOUND THEN
        RAISE EXCEPTION 'return: its author holds no such slot of the task' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM 1 FROM reviewapp_outcome o WHERE o.task_id = NEW.task_id AND o.adjudicator_id = NEW.person_id;
    IF FOUND THEN
        RAISE EXCEPTION 'return: the adjudicator of a task cannot review it'
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.supersedes_id IS NOT NULL THEN
        PERFORM 1 FROM reviewapp_return r WHERE r.id = NEW.supersedes_id AND r.task_id = NEW.task_id
            AND r.person_id = NEW.person_id AND r.stage = NEW.stage;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'return: it supersedes a return that is not its author''s own'
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_return_of_ripple_53b98(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_return_of_ripple_53b98() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF NEW.supersedes_id IS NOT NULL THEN
        RAISE EXCEPTION 'return: of ripple review it is final' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.stage = 'blind' THEN
        PERFORM 1 FROM reviewapp_slot r WHERE r.replaces_id = NEW.slot_id;
        IF FOUND THEN
            RAISE EXCEPTION 'return: its author was replaced' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (SELECT count(DISTINCT person_id) < 2 OR NOT coalesce(bool_or(person_id = NEW.person_id), false)
        FROM reviewapp_return r
        WHERE r.task_id = NEW.task_id AND r.round = NEW.round AND r.stage = 'blind') THEN
        RAISE EXCEPTION 'return: the closure is judged after both blind returns, by their authors'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_ripple_assent_append_only_e707c(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_assent_append_only_e707c() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_assent_is_lawful_1461b(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_assent_is_lawful_1461b() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM 1 FROM reviewapp_return r JOIN reviewapp_outcome o ON o.task_id = r.task_id
        WHERE o.id = NEW.outcome_id AND r.person_id = NEW.person_id AND r.stage = 'closure';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'assent: it is for the two reviewers of the item' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_ripple_batch_append_only_9449d(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_batch_append_only_9449d() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_comment_append_only_e8528(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_comment_append_only_e8528() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_exclusion_append_only_64d65(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_exclusion_append_only_64d65() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_item_score_append_only_d67fa(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_item_score_append_only_d67fa() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_key_append_only_90624(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_key_append_only_90624() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_moves_18db9(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_moves_18db9() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
                USING ERRCODE = 'check_violation';
        
                END;
            $$;

-- Name: pgtrigger_ripple_piece_append_only_6d59e(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_piece_append_only_6d59e() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_public_stays_0801e(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_public_stays_0801e() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update of "code", "item_id", "public", "n_documents", "n_units", "batch_id", "record_sha256" or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_response_append_only_e52e6(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_response_append_only_e52e6() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_run_append_only_b51e5(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_run_append_only_b51e5() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_score_append_only_b7322(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_score_append_only_b7322() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_scoring_append_only_742ac(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_scoring_append_only_742ac() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_seen_append_only_6ff07(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_seen_append_only_6ff07() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_ripple_seen_is_lawful_46359(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_ripple_seen_is_lawful_46359() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || NEW.item_id || ' ' || NEW.person_id, 0));
    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_task t ON t.id = s.task_id
        WHERE t.ripple_id = NEW.item_id AND s.person_id = NEW.person_id
        AND s.state IN ('claimed', 'committed') AND t.state IN ('open', 'disputed');
    IF FOUND THEN
        RAISE EXCEPTION 'seen: a reviewer of an item cannot open what is hidden of it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;

                END;
            $$;

-- Name: pgtrigger_run_piece_append_only_75ff7(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_run_piece_append_only_75ff7() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_rung_append_only_12454(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_rung_append_only_12454() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_score_append_only_3e56f(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_score_append_only_3e56f() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_slot_moves_5c488(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_slot_moves_5c488() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
                USING ERRCODE = 'check_violation';
        
                END;
            $$;

-- Name: pgtrigger_slot_of_ripple_8412a(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_slot_of_ripple_8412a() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    DECLARE
        item bigint;
        seats integer;
    BEGIN
    IF NEW.person_id IS NULL OR (TG_OP = 'UPDATE' AND OLD.person_id IS NOT DISTINCT FROM NEW.person_id) THEN
        IF NEW.replaces_id IS NULL OR TG_OP = 'UPDATE' THEN
            RETURN NEW;
        END IF;
    END IF;
    IF NEW.replaces_id IS NOT NULL THEN
        PERFORM 1 FROM reviewapp_slot s WHERE s.id = NEW.replaces_id AND s.task_id = NEW.task_id
            AND s.stage = NEW.stage AND s.round = NEW.round AND s.state = 'committed';
        IF NOT FOUND THEN
            RAISE EXCEPTION 'slot: it replaces none that is committed' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF NEW.person_id IS NULL THEN
        RETURN NEW;
    END IF;
    SELECT ripple_id INTO item FROM reviewapp_task WHERE id = NEW.task_id;
    -- whoever opens the hidden parts in this very moment waits here, or makes this one wait
    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || item || ' ' || NEW.person_id, 0));
    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.person_id;
    IF FOUND THEN
        RAISE EXCEPTION 'slot: its holder has seen what is hidden of the item'
            USING ERRCODE = 'check_violation';
    END IF;
    PERFORM 1 FROM reviewapp_outcome o JOIN reviewapp_task t ON t.id = o.task_id
        WHERE t.ripple_id = item AND o.adjudicator_id = NEW.person_id;
    IF FOUND THEN
        RAISE EXCEPTION 'slot: its holder adjudicated the item' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.stage = 'closure' THEN
        SELECT count(*) INTO seats FROM reviewapp_slot s WHERE s.task_id = NEW.task_id
            AND s.round = NEW.round AND s.stage = 'blind' AND s.state = 'committed'
            AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = s.id);
        PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.round = NEW.round
            AND s.stage = 'blind' AND s.state = 'committed' AND s.person_id = NEW.person_id
            AND s.number = NEW.number
            AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = s.id);
        IF NOT FOUND OR seats <> 2 THEN
            RAISE EXCEPTION 'slot: the closure opens for the two whose blind returns are in'
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN NEW;
    END;

                END;
            $$;

-- Name: pgtrigger_source_file_append_only_bd2ed(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_source_file_append_only_bd2ed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: pgtrigger_task_moves_47875(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_task_moves_47875() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
                USING ERRCODE = 'check_violation';
        
                END;
            $$;

-- Name: pgtrigger_verdict_append_only_e508d(); Type: FUNCTION; Schema: public; Owner: -

CREATE FUNCTION public.pgtrigger_verdict_append_only_e508d() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;

-- Name: auth_group; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);

-- Name: auth_group_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: auth_group_permissions; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);

-- Name: auth_group_permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: auth_permission; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);

-- Name: auth_permission_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: axes_accessattempt; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.axes_accessattempt (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    get_data text NOT NULL,
    post_data text NOT NULL,
    failures_since_start integer NOT NULL,
    CONSTRAINT axes_accessattempt_failures_since_start_check CHECK ((failures_since_start >= 0))
);

-- Name: axes_accessattempt_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.axes_accessattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: axes_accessattemptexpiration; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.axes_accessattemptexpiration (
    access_attempt_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

-- Name: axes_accessfailurelog; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.axes_accessfailurelog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    locked_out boolean NOT NULL
);

-- Name: axes_accessfailurelog_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.axes_accessfailurelog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessfailurelog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: axes_accesslog; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.axes_accesslog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    logout_time timestamp with time zone,
    session_hash character varying(64) NOT NULL
);

-- Name: axes_accesslog_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.axes_accesslog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accesslog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_construction; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_construction (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    options jsonb NOT NULL,
    report jsonb,
    built_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    created_by_id bigint NOT NULL,
    handed_id bigint,
    job_id bigint NOT NULL,
    upload_id bigint NOT NULL
);

-- Name: benchmark_construction_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_construction ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_construction_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_constructiondecision; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_constructiondecision (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    change text NOT NULL,
    reason text NOT NULL,
    outputs text NOT NULL,
    entered_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    entered_by_id bigint
);

-- Name: benchmark_constructiondecision_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_constructiondecision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_constructiondecision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_constructionpiece; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_constructionpiece (
    id bigint NOT NULL,
    name character varying(20) NOT NULL,
    "position" integer NOT NULL,
    data bytea NOT NULL,
    construction_id bigint NOT NULL
);

-- Name: benchmark_constructionpiece_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_constructionpiece ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_constructionpiece_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_erratum; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_erratum (
    id bigint NOT NULL,
    withdraws boolean NOT NULL,
    note text NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    created_by_id bigint,
    release_id bigint NOT NULL,
    item_id bigint,
    ripple_id bigint,
    CONSTRAINT erratum_of_one_item CHECK (((item_id IS NULL) OR (ripple_id IS NULL))),
    CONSTRAINT erratum_withdraws_an_item CHECK (((NOT withdraws) OR (item_id IS NOT NULL) OR (ripple_id IS NOT NULL)))
);

-- Name: benchmark_erratum_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_erratum ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_erratum_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_release; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_release (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    name character varying(120) NOT NULL,
    note text NOT NULL,
    manifest text NOT NULL,
    manifest_sha256 character varying(64) NOT NULL,
    readme text NOT NULL,
    n_items integer NOT NULL,
    n_documents integer NOT NULL,
    n_decisions integer NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    made_in bigint DEFAULT txid_current() NOT NULL,
    created_by_id bigint,
    replaces_id bigint,
    kind character varying(8) NOT NULL,
    review_status character varying(17) NOT NULL,
    CONSTRAINT release_kind_known CHECK (((kind)::text = ANY (ARRAY[('evidence'::character varying)::text, ('ripple'::character varying)::text]))),
    CONSTRAINT release_review_known CHECK ((((review_status)::text = 'reviewed'::text) OR (((kind)::text = 'ripple'::text) AND ((review_status)::text = 'machine_validated'::text))))
);

-- Name: benchmark_release_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_release ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_release_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_releasecollision; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_releasecollision (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    item_id text NOT NULL,
    line text NOT NULL,
    sha256 character varying(64) NOT NULL,
    release_id bigint NOT NULL
);

-- Name: benchmark_releasecollision_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_releasecollision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_releasecollision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_releasedecision; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_releasedecision (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    item_id text NOT NULL,
    line text NOT NULL,
    sha256 character varying(64) NOT NULL,
    release_id bigint NOT NULL
);

-- Name: benchmark_releasedecision_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_releasedecision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_releasedecision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_releasedocument; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_releasedocument (
    id bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    document_id bigint NOT NULL,
    release_id bigint NOT NULL
);

-- Name: benchmark_releasedocument_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_releasedocument ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_releasedocument_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_releaseitem; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_releaseitem (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    item_id text NOT NULL,
    domain text NOT NULL,
    source text NOT NULL,
    ref_list bigint[] NOT NULL,
    hard_negatives bigint[] NOT NULL,
    answer_aliases text[] NOT NULL,
    line text NOT NULL,
    sha256 character varying(64) NOT NULL,
    release_id bigint NOT NULL
);

-- Name: benchmark_releaseitem_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_releaseitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_releaseitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_releaseline; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_releaseline (
    id bigint NOT NULL,
    file character varying(40) NOT NULL,
    "position" integer NOT NULL,
    line text NOT NULL,
    sha256 character varying(64) NOT NULL,
    release_id bigint NOT NULL
);

-- Name: benchmark_releaseline_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_releaseline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_releaseline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: benchmark_releaseripple; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.benchmark_releaseripple (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    item_id text NOT NULL,
    split character varying(11) NOT NULL,
    line text NOT NULL,
    sha256 character varying(64) NOT NULL,
    release_id bigint NOT NULL
);

-- Name: benchmark_releaseripple_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.benchmark_releaseripple ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.benchmark_releaseripple_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: django_content_type; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);

-- Name: django_content_type_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: django_migrations; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);

-- Name: django_migrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: django_session; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);

-- Name: reviewapp_campaign; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_campaign (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    name character varying(120) NOT NULL,
    kind character varying(16) NOT NULL,
    overlap smallint NOT NULL,
    state character varying(8) NOT NULL,
    domains character varying(60)[] NOT NULL,
    n_tasks integer NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    created_by_id bigint,
    guideline_id bigint,
    CONSTRAINT campaign_kind_known CHECK (((kind)::text = ANY (ARRAY[('screening'::character varying)::text, ('collision'::character varying)::text, ('ripple'::character varying)::text]))),
    CONSTRAINT campaign_overlap_range CHECK (((overlap >= 1) AND (overlap <= 9))),
    CONSTRAINT campaign_ripple_pairs CHECK (((NOT ((kind)::text = 'ripple'::text)) OR (overlap = 2))),
    CONSTRAINT campaign_state_known CHECK (((state)::text = ANY (ARRAY[('open'::character varying)::text, ('paused'::character varying)::text, ('closed'::character varying)::text]))),
    CONSTRAINT reviewapp_campaign_overlap_check CHECK ((overlap >= 0))
);

-- Name: reviewapp_campaign_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_campaign ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_campaign_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_candidateassignment; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_candidateassignment (
    id bigint NOT NULL,
    assigned boolean NOT NULL,
    why character varying(14) NOT NULL,
    number double precision NOT NULL,
    task_id bigint NOT NULL,
    candidate_id bigint NOT NULL,
    CONSTRAINT assignment_why_known CHECK (((why)::text = ANY (ARRAY[('every'::character varying)::text, ('not_said_hard'::character varying)::text, ('drawn'::character varying)::text, ('left_out'::character varying)::text])))
);

-- Name: reviewapp_candidateassignment_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_candidateassignment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_candidateassignment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_candidatedecision; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_candidatedecision (
    id bigint NOT NULL,
    round smallint NOT NULL,
    phase character varying(5) NOT NULL,
    sequence smallint NOT NULL,
    decision character varying(14) NOT NULL,
    rationale text NOT NULL,
    evidence jsonb NOT NULL,
    revision_reason text NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    guideline_id bigint,
    person_id bigint NOT NULL,
    slot_id bigint NOT NULL,
    task_id bigint NOT NULL,
    candidate_id bigint NOT NULL,
    shown bigint[] NOT NULL,
    CONSTRAINT candidate_decision_known CHECK (((decision)::text = ANY (ARRAY[('conflict'::character varying)::text, ('hard_negative'::character varying)::text, ('false_negative'::character varying)::text, ('cannot_tell'::character varying)::text]))),
    CONSTRAINT candidate_decision_phase CHECK (((phase)::text = ANY (ARRAY[('first'::character varying)::text, ('final'::character varying)::text]))),
    CONSTRAINT reviewapp_candidatedecision_round_check CHECK ((round >= 0)),
    CONSTRAINT reviewapp_candidatedecision_sequence_check CHECK ((sequence >= 0))
);

-- Name: reviewapp_candidatedecision_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_candidatedecision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_candidatedecision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_collisioncandidate; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_collisioncandidate (
    id bigint NOT NULL,
    rank integer NOT NULL,
    similarity double precision NOT NULL,
    marks jsonb NOT NULL,
    place text NOT NULL,
    imported_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    document_id bigint NOT NULL,
    item_id bigint NOT NULL,
    CONSTRAINT candidate_rank_positive CHECK ((rank >= 1)),
    CONSTRAINT reviewapp_collisioncandidate_rank_check CHECK ((rank >= 0))
);

-- Name: reviewapp_collisioncandidate_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_collisioncandidate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_collisioncandidate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_collisionplan; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_collisionplan (
    id bigint NOT NULL,
    policy character varying(12) NOT NULL,
    share double precision NOT NULL,
    seed bigint NOT NULL,
    model text NOT NULL,
    prompt_version text NOT NULL,
    reveal boolean NOT NULL,
    campaign_id bigint NOT NULL,
    CONSTRAINT plan_policy_known CHECK (((policy)::text = ANY (ARRAY[('every'::character varying)::text, ('all_but_hard'::character varying)::text, ('share'::character varying)::text]))),
    CONSTRAINT plan_share_range CHECK (((share >= (0.0)::double precision) AND (share <= (1.0)::double precision)))
);

-- Name: reviewapp_collisionplan_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_collisionplan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_collisionplan_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_collisionstanding; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_collisionstanding (
    task_id bigint NOT NULL,
    decisions jsonb NOT NULL
);

-- Name: reviewapp_collisionverdict; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_collisionverdict (
    id bigint NOT NULL,
    model text NOT NULL,
    prompt_version text NOT NULL,
    verdict character varying(14),
    rationale text NOT NULL,
    quote text NOT NULL,
    place text NOT NULL,
    imported_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    candidate_id bigint NOT NULL,
    CONSTRAINT verdict_known CHECK (((verdict IS NULL) OR ((verdict)::text = ANY (ARRAY[('conflict'::character varying)::text, ('hard_negative'::character varying)::text, ('false_negative'::character varying)::text]))))
);

-- Name: reviewapp_collisionverdict_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_collisionverdict ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_collisionverdict_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_disagreement; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_disagreement (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    round smallint NOT NULL,
    fields character varying(12)[] NOT NULL,
    state character varying(10) NOT NULL,
    opened_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    lease_until timestamp with time zone,
    campaign_id bigint NOT NULL,
    claimed_by_id bigint,
    task_id bigint NOT NULL,
    CONSTRAINT disagreement_state_known CHECK (((state)::text = ANY (ARRAY[('open'::character varying)::text, ('decided'::character varying)::text, ('dissolved'::character varying)::text]))),
    CONSTRAINT reviewapp_disagreement_round_check CHECK ((round >= 0))
);

-- Name: reviewapp_disagreement_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_disagreement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_disagreement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_document; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_document (
    doc_id bigint NOT NULL,
    external_id text,
    title text NOT NULL,
    text text NOT NULL,
    domain text,
    text_sha256 character varying(64) NOT NULL,
    record_sha256 character varying(64) NOT NULL,
    n_chars integer NOT NULL,
    n_bytes integer NOT NULL,
    n_tokens integer NOT NULL,
    place text NOT NULL,
    alias_of_id bigint,
    source_id bigint NOT NULL,
    CONSTRAINT document_alias_holds_no_text CHECK (((alias_of_id IS NULL) OR (text = ''::text))),
    CONSTRAINT document_id_positive CHECK ((doc_id >= 0))
);
ALTER TABLE ONLY public.reviewapp_document ALTER COLUMN text SET STORAGE EXTERNAL;

-- Name: reviewapp_draft; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_draft (
    id bigint NOT NULL,
    stage character varying(16) NOT NULL,
    round smallint NOT NULL,
    version integer NOT NULL,
    body jsonb NOT NULL,
    is_late boolean NOT NULL,
    saved_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    revises_id bigint,
    task_id bigint NOT NULL,
    CONSTRAINT reviewapp_draft_round_check CHECK ((round >= 0))
);

-- Name: reviewapp_draft_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_draft ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_draft_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_event; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_event (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    verb character varying(40) NOT NULL,
    old jsonb,
    new jsonb,
    actor_id bigint,
    campaign_id bigint,
    item_id bigint,
    task_id bigint,
    ripple_id bigint
);

-- Name: reviewapp_event_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_evidenceitem; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_evidenceitem (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    item_id text NOT NULL,
    query text NOT NULL,
    answer text NOT NULL,
    answer_aliases text[] NOT NULL,
    imported_domain text,
    domain text,
    task_type text,
    track character varying(12) NOT NULL,
    flags character varying(20)[] NOT NULL,
    n_references integer NOT NULL,
    state character varying(12) NOT NULL,
    record_sha256 character varying(64) NOT NULL,
    place text NOT NULL,
    imported_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    source_id bigint NOT NULL,
    CONSTRAINT item_state_known CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('in_review'::character varying)::text, ('accepted'::character varying)::text, ('rejected'::character varying)::text, ('withdrawn'::character varying)::text]))),
    CONSTRAINT item_track_known CHECK (((track)::text = ANY (ARRAY[('single'::character varying)::text, ('rewriting'::character varying)::text, ('atomization'::character varying)::text])))
);
ALTER TABLE ONLY public.reviewapp_evidenceitem ALTER COLUMN query SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.reviewapp_evidenceitem ALTER COLUMN answer SET STORAGE EXTERNAL;

-- Name: reviewapp_evidenceitem_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_evidenceitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_evidenceitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_guidelineversion; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_guidelineversion (
    id bigint NOT NULL,
    number integer NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    campaign_id bigint NOT NULL,
    created_by_id bigint
);

-- Name: reviewapp_guidelineversion_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_guidelineversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_guidelineversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_heartbeat; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_heartbeat (
    id bigint NOT NULL,
    stage character varying(16) NOT NULL,
    tab character varying(24) NOT NULL,
    ends boolean NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    task_id bigint NOT NULL
);

-- Name: reviewapp_heartbeat_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_heartbeat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_heartbeat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_itemdocument; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_itemdocument (
    id bigint NOT NULL,
    role character varying(13) NOT NULL,
    "position" integer NOT NULL,
    document_id bigint NOT NULL,
    item_id bigint NOT NULL,
    base_position integer,
    by_review boolean DEFAULT false NOT NULL,
    CONSTRAINT item_document_role_known CHECK (((role)::text = ANY (ARRAY[('reference'::character varying)::text, ('hard_negative'::character varying)::text])))
);

-- Name: reviewapp_itemdocument_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_itemdocument ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_itemdocument_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_itemwords; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_itemwords (
    item_id bigint NOT NULL,
    words tsvector
);

-- Name: reviewapp_job; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_job (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    kind character varying(40) NOT NULL,
    title character varying(200) NOT NULL,
    state character varying(10) NOT NULL,
    args jsonb NOT NULL,
    result jsonb,
    progress bigint NOT NULL,
    total bigint,
    unit character varying(20) NOT NULL,
    attempt integer NOT NULL,
    cancel_requested boolean NOT NULL,
    error text NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    started_at timestamp with time zone,
    beat_at timestamp with time zone,
    finished_at timestamp with time zone,
    created_by_id bigint,
    CONSTRAINT job_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text])))
);

-- Name: reviewapp_job_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_job ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_jobline; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_jobline (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    text text NOT NULL,
    job_id bigint NOT NULL
);

-- Name: reviewapp_jobline_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_jobline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_jobline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_membership; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_membership (
    id bigint NOT NULL,
    role character varying(12) NOT NULL,
    active boolean NOT NULL,
    cursor bigint NOT NULL,
    n_returns integer NOT NULL,
    day date,
    n_day integer NOT NULL,
    joined_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    campaign_id bigint NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT membership_role_known CHECK (((role)::text = ANY (ARRAY[('annotator'::character varying)::text, ('adjudicator'::character varying)::text, ('manager'::character varying)::text])))
);

-- Name: reviewapp_membership_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_membership ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_membership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_onetimelink; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_onetimelink (
    id bigint NOT NULL,
    purpose character varying(12) NOT NULL,
    token_sha256 character varying(64) NOT NULL,
    issued_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    issued_by_id bigint,
    person_id bigint NOT NULL,
    CONSTRAINT link_purpose_known CHECK (((purpose)::text = ANY (ARRAY[('invitation'::character varying)::text, ('recovery'::character varying)::text, ('login'::character varying)::text])))
);

-- Name: reviewapp_onetimelink_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_onetimelink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_onetimelink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_outcome; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_outcome (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    decision character varying(24) NOT NULL,
    reason character varying(40) NOT NULL,
    domain text NOT NULL,
    rationale text NOT NULL,
    active_seconds double precision NOT NULL,
    decided_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    adjudicator_id bigint NOT NULL,
    campaign_id bigint NOT NULL,
    disagreement_id bigint NOT NULL,
    guideline_id bigint,
    task_id bigint NOT NULL,
    body jsonb NOT NULL
);

-- Name: reviewapp_outcome_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_outcome ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_outcome_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_person; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_person (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    code character varying(12) NOT NULL,
    pseudonym character varying(20) NOT NULL,
    session_salt character varying(12) NOT NULL,
    time_zone character varying(64) NOT NULL,
    theme character varying(8) NOT NULL,
    keys_off jsonb NOT NULL,
    name character varying(120) NOT NULL,
    token_salt character varying(12) NOT NULL,
    CONSTRAINT person_theme_known CHECK (((theme)::text = ANY (ARRAY[('system'::character varying)::text, ('light'::character varying)::text, ('dark'::character varying)::text])))
);

-- Name: reviewapp_person_groups; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_person_groups (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    group_id integer NOT NULL
);

-- Name: reviewapp_person_groups_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_person_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_person_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_person_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_person ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_person_user_permissions; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_person_user_permissions (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    permission_id integer NOT NULL
);

-- Name: reviewapp_person_user_permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_person_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_person_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_question; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_question (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    body text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    asker_id bigint NOT NULL,
    author_id bigint NOT NULL,
    campaign_id bigint NOT NULL,
    task_id bigint NOT NULL
);

-- Name: reviewapp_question_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_question ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_queue_key; Type: SEQUENCE; Schema: public; Owner: -

CREATE SEQUENCE public.reviewapp_queue_key
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

-- Name: reviewapp_return; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_return (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    stage character varying(16) NOT NULL,
    round smallint NOT NULL,
    sequence smallint NOT NULL,
    decision character varying(24) NOT NULL,
    reason character varying(40) NOT NULL,
    domain text NOT NULL,
    note text NOT NULL,
    body jsonb NOT NULL,
    active_seconds double precision NOT NULL,
    committed_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    campaign_id bigint NOT NULL,
    guideline_id bigint,
    person_id bigint NOT NULL,
    supersedes_id bigint,
    slot_id bigint NOT NULL,
    task_id bigint NOT NULL,
    CONSTRAINT return_stage_known CHECK (((stage)::text = ANY (ARRAY[('screening'::character varying)::text, ('collision'::character varying)::text, ('blind'::character varying)::text, ('closure'::character varying)::text]))),
    CONSTRAINT reviewapp_return_round_check CHECK ((round >= 0)),
    CONSTRAINT reviewapp_return_sequence_check CHECK ((sequence >= 0))
);

-- Name: reviewapp_return_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_return ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_return_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_rippleassent; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_rippleassent (
    id bigint NOT NULL,
    assents boolean NOT NULL,
    note text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    outcome_id bigint NOT NULL,
    person_id bigint NOT NULL
);

-- Name: reviewapp_rippleassent_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_rippleassent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_rippleassent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_ripplebatch; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_ripplebatch (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    name text NOT NULL,
    sha256 character varying(64) NOT NULL,
    n_items integer NOT NULL,
    imported_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    imported_by_id bigint
);

-- Name: reviewapp_ripplebatch_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_ripplebatch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_ripplebatch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_ripplecomment; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_ripplecomment (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    body text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    task_id bigint NOT NULL
);

-- Name: reviewapp_ripplecomment_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_ripplecomment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_ripplecomment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_rippleexclusion; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_rippleexclusion (
    id bigint NOT NULL,
    list text NOT NULL,
    source_id text NOT NULL,
    added_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    added_by_id bigint
);

-- Name: reviewapp_rippleexclusion_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_rippleexclusion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_rippleexclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_rippleitem; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_rippleitem (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    item_id text NOT NULL,
    public jsonb NOT NULL,
    n_documents integer NOT NULL,
    n_units integer NOT NULL,
    state character varying(12) NOT NULL,
    record_sha256 character varying(64) NOT NULL,
    place text NOT NULL,
    imported_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    batch_id bigint NOT NULL,
    CONSTRAINT ripple_state_known CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('in_review'::character varying)::text, ('accepted'::character varying)::text, ('rejected'::character varying)::text, ('withdrawn'::character varying)::text])))
);

-- Name: reviewapp_rippleitem_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_rippleitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_rippleitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_ripplekey; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_ripplekey (
    item_id bigint NOT NULL,
    split character varying(11) NOT NULL,
    source_id text NOT NULL,
    shape text NOT NULL,
    closure jsonb NOT NULL,
    supporting_units jsonb NOT NULL,
    spans jsonb NOT NULL,
    warnings jsonb NOT NULL,
    record text NOT NULL,
    as_imported text
);

-- Name: reviewapp_rippleseen; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_rippleseen (
    id bigint NOT NULL,
    what character varying(12) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    item_id bigint NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT ripple_seen_known CHECK (((what)::text = ANY (ARRAY[('hidden'::character varying)::text, ('imported'::character varying)::text, ('released'::character varying)::text, ('adjudication'::character varying)::text])))
);

-- Name: reviewapp_rippleseen_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_rippleseen ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_rippleseen_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_slot; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_slot (
    id bigint NOT NULL,
    stage character varying(16) NOT NULL,
    round smallint NOT NULL,
    number smallint NOT NULL,
    state character varying(10) NOT NULL,
    queue_key bigint DEFAULT nextval('public.reviewapp_queue_key'::regclass) NOT NULL,
    claimed_at timestamp with time zone,
    lease_until timestamp with time zone,
    is_ahead boolean NOT NULL,
    campaign_id bigint NOT NULL,
    person_id bigint,
    task_id bigint NOT NULL,
    replaces_id bigint,
    CONSTRAINT reviewapp_slot_number_check CHECK ((number >= 0)),
    CONSTRAINT reviewapp_slot_round_check CHECK ((round >= 0)),
    CONSTRAINT slot_claim_has_person CHECK ((((state)::text = 'void'::text) OR ((lease_until IS NULL) AND (person_id IS NULL) AND ((state)::text = 'free'::text)) OR ((lease_until IS NOT NULL) AND (person_id IS NOT NULL) AND ((state)::text = 'claimed'::text)) OR ((person_id IS NOT NULL) AND ((state)::text = 'committed'::text)))),
    CONSTRAINT slot_ripple_seats CHECK ((((number = ANY (ARRAY[1, 2])) AND (replaces_id IS NULL) AND ((stage)::text = 'blind'::text)) OR ((number > 2) AND (replaces_id IS NOT NULL) AND ((stage)::text = 'blind'::text)) OR ((NOT ((stage)::text = 'blind'::text)) AND (replaces_id IS NULL)))),
    CONSTRAINT slot_stage_known CHECK (((stage)::text = ANY (ARRAY[('screening'::character varying)::text, ('collision'::character varying)::text, ('blind'::character varying)::text, ('closure'::character varying)::text]))),
    CONSTRAINT slot_state_known CHECK (((state)::text = ANY (ARRAY[('free'::character varying)::text, ('claimed'::character varying)::text, ('committed'::character varying)::text, ('void'::character varying)::text])))
);

-- Name: reviewapp_slot_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_slot ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_slot_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_source; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_source (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    version character varying(120) NOT NULL,
    licence character varying(200) NOT NULL,
    citation text NOT NULL,
    scope character varying(200) NOT NULL,
    url character varying(500) NOT NULL
);

-- Name: reviewapp_source_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_source ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_source_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_sourcefile; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_sourcefile (
    id bigint NOT NULL,
    name character varying(500) NOT NULL,
    sha256 character varying(64) NOT NULL,
    n_bytes bigint NOT NULL,
    format character varying(40) NOT NULL,
    n_documents integer NOT NULL,
    n_items integer NOT NULL,
    imported_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    imported_by_id bigint,
    source_id bigint
);

-- Name: reviewapp_sourcefile_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_sourcefile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_sourcefile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_task; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_task (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    kind character varying(16) NOT NULL,
    state character varying(10) NOT NULL,
    round smallint NOT NULL,
    decided_at timestamp with time zone,
    campaign_id bigint NOT NULL,
    guideline_id bigint,
    item_id bigint,
    verdict character varying(6) DEFAULT ''::character varying NOT NULL,
    ripple_id bigint,
    CONSTRAINT reviewapp_task_round_check CHECK ((round >= 0)),
    CONSTRAINT task_item_of_its_kind CHECK ((((item_id IS NULL) AND ((kind)::text = 'ripple'::text) AND (ripple_id IS NOT NULL)) OR ((NOT ((kind)::text = 'ripple'::text)) AND (item_id IS NOT NULL) AND (ripple_id IS NULL)))),
    CONSTRAINT task_kind_known CHECK (((kind)::text = ANY (ARRAY[('screening'::character varying)::text, ('collision'::character varying)::text, ('ripple'::character varying)::text]))),
    CONSTRAINT task_state_known CHECK (((state)::text = ANY (ARRAY[('open'::character varying)::text, ('disputed'::character varying)::text, ('decided'::character varying)::text, ('withdrawn'::character varying)::text])))
);

-- Name: reviewapp_task_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_task ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_upload; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_upload (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    kind character varying(20) NOT NULL,
    settings jsonb NOT NULL,
    names jsonb NOT NULL,
    n_bytes bigint NOT NULL,
    report jsonb,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    created_by_id bigint NOT NULL,
    job_id bigint
);

-- Name: reviewapp_upload_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_upload ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_upload_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_uploadpiece; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_uploadpiece (
    id bigint NOT NULL,
    file integer NOT NULL,
    "position" integer NOT NULL,
    data bytea NOT NULL,
    upload_id bigint NOT NULL
);

-- Name: reviewapp_uploadpiece_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_uploadpiece ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_uploadpiece_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reviewapp_workerheartbeat; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.reviewapp_workerheartbeat (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    at timestamp with time zone NOT NULL
);

-- Name: reviewapp_workerheartbeat_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.reviewapp_workerheartbeat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviewapp_workerheartbeat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_board; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_board (
    id bigint NOT NULL,
    number integer NOT NULL,
    replicates integer NOT NULL,
    seed bigint NOT NULL,
    target character varying(60) NOT NULL,
    scorer character varying(20) NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    created_by_id bigint,
    release_id bigint NOT NULL
);

-- Name: scoring_board_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_board ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_board_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_comparison; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_comparison (
    id bigint NOT NULL,
    manifest_number integer NOT NULL,
    n_compared integer NOT NULL,
    differences jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    board_id bigint NOT NULL
);

-- Name: scoring_comparison_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_comparison ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_comparison_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_configuration; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_configuration (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    system character varying(200) NOT NULL,
    family character varying(200) NOT NULL,
    settings jsonb NOT NULL,
    sha256 character varying(64) NOT NULL,
    initial boolean NOT NULL,
    notes text NOT NULL,
    registered_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    registered_by_id bigint,
    release_id bigint NOT NULL
);

-- Name: scoring_configuration_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_configuration ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_configuration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_controlreport; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_controlreport (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    learned boolean NOT NULL,
    passed boolean NOT NULL,
    report jsonb NOT NULL,
    text text NOT NULL,
    chart_light text NOT NULL,
    chart_dark text NOT NULL,
    checked_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    asked_by_id bigint,
    construction_id bigint,
    release_id bigint,
    CONSTRAINT control_report_of_one CHECK ((((construction_id IS NULL) OR (release_id IS NULL)) AND (1 = (
CASE
    WHEN (construction_id IS NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN (release_id IS NULL) THEN 1
    ELSE 0
END))))
);

-- Name: scoring_controlreport_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_controlreport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_controlreport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_hostedattempt; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_hostedattempt (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(12) NOT NULL,
    status integer,
    seconds double precision NOT NULL,
    provider_request character varying(200) NOT NULL,
    body bytea NOT NULL,
    cut boolean NOT NULL,
    answer character varying(13) NOT NULL,
    finish_reason character varying(200) NOT NULL,
    model character varying(200) NOT NULL,
    prompt_tokens bigint,
    completion_tokens bigint,
    ended_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    request_id bigint NOT NULL,
    CONSTRAINT hosted_attempt_kind_known CHECK (((kind)::text = ANY (ARRAY[('answered'::character varying)::text, ('refused'::character varying)::text, ('rate_limited'::character varying)::text, ('server_error'::character varying)::text, ('timed_out'::character varying)::text, ('unreachable'::character varying)::text]))),
    CONSTRAINT hosted_attempt_says_if_answered CHECK (((((kind)::text = 'answered'::text) OR ((answer)::text = ''::text)) AND (1 = (
CASE
    WHEN ((kind)::text = 'answered'::text) THEN 1
    ELSE 0
END +
CASE
    WHEN ((answer)::text = ''::text) THEN 1
    ELSE 0
END))))
);

-- Name: scoring_hostedattempt_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_hostedattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_hostedattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_hostedrequest; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_hostedrequest (
    id bigint NOT NULL,
    body text NOT NULL,
    key character varying(64) NOT NULL,
    asked_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    item_id bigint NOT NULL,
    run_id bigint NOT NULL
);

-- Name: scoring_hostedrequest_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_hostedrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_hostedrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_hostedrun; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_hostedrun (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    base_url character varying(500) NOT NULL,
    request jsonb NOT NULL,
    template text NOT NULL,
    prompt_sha256 character varying(64) NOT NULL,
    n_items integer NOT NULL,
    concurrency integer NOT NULL,
    retries integer NOT NULL,
    timeout_seconds integer NOT NULL,
    price_in double precision,
    price_out double precision,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    configuration_id bigint NOT NULL,
    created_by_id bigint,
    job_id bigint NOT NULL,
    release_id bigint NOT NULL,
    CONSTRAINT hosted_run_prices_both_or_none CHECK ((((price_in IS NULL) AND (price_out IS NULL)) OR ((price_in IS NOT NULL) AND (price_out IS NOT NULL))))
);

-- Name: scoring_hostedrun_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_hostedrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_hostedrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_itemresult; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_itemresult (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    item_name text NOT NULL,
    domain text NOT NULL,
    multi boolean NOT NULL,
    outcome character varying(7) NOT NULL,
    ids text[] NOT NULL,
    found bigint[] NOT NULL,
    missed bigint[] NOT NULL,
    n_hard_negatives integer NOT NULL,
    r_at_1 double precision,
    sr_at_k double precision NOT NULL,
    fr_at_k double precision,
    item_id bigint NOT NULL,
    rung_id bigint NOT NULL,
    CONSTRAINT item_result_outcome_known CHECK (((outcome)::text = ANY (ARRAY[('all'::character varying)::text, ('some'::character varying)::text, ('none'::character varying)::text, ('missing'::character varying)::text])))
);

-- Name: scoring_itemresult_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_itemresult ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_itemresult_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_manifestline; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_manifestline (
    id bigint NOT NULL,
    number integer NOT NULL,
    reason text NOT NULL,
    written_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    configuration_id bigint NOT NULL,
    release_id bigint NOT NULL,
    replaces_id bigint,
    written_by_id bigint,
    run_id bigint NOT NULL
);

-- Name: scoring_manifestline_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_manifestline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_manifestline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_recoverychart; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_recoverychart (
    id bigint NOT NULL,
    part character varying(11) NOT NULL,
    light text NOT NULL,
    dark text NOT NULL,
    comparison_id bigint NOT NULL
);

-- Name: scoring_recoverychart_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_recoverychart ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_recoverychart_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_rippleitemscore; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_rippleitemscore (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    item_name text NOT NULL,
    split character varying(11) NOT NULL,
    outcome character varying(9) NOT NULL,
    recall double precision NOT NULL,
    causes text[] NOT NULL,
    detail jsonb NOT NULL,
    item_id bigint NOT NULL,
    scoring_id bigint NOT NULL,
    CONSTRAINT ripple_item_score_outcome_known CHECK (((outcome)::text = ANY (ARRAY[('complete'::character varying)::text, ('part'::character varying)::text, ('none'::character varying)::text, ('malformed'::character varying)::text, ('missing'::character varying)::text])))
);

-- Name: scoring_rippleitemscore_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_rippleitemscore ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_rippleitemscore_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_ripplepiece; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_ripplepiece (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    data bytea NOT NULL,
    run_id bigint NOT NULL
);

-- Name: scoring_ripplepiece_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_ripplepiece ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_ripplepiece_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_rippleresponse; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_rippleresponse (
    id bigint NOT NULL,
    line bytea NOT NULL,
    item_id bigint NOT NULL,
    run_id bigint NOT NULL
);

-- Name: scoring_rippleresponse_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_rippleresponse ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_rippleresponse_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_ripplerun; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_ripplerun (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    origin character varying(8) NOT NULL,
    metadata jsonb NOT NULL,
    file_name character varying(255) NOT NULL,
    size bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    n_results integer NOT NULL,
    n_unknown integer NOT NULL,
    n_expected integer NOT NULL,
    n_responses integer NOT NULL,
    n_fenced integer NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    configuration_id bigint NOT NULL,
    created_by_id bigint,
    job_id bigint,
    release_id bigint NOT NULL,
    CONSTRAINT ripple_run_origin_known CHECK (((origin)::text = ANY (ARRAY[('upload'::character varying)::text, ('baseline'::character varying)::text, ('hosted'::character varying)::text])))
);

-- Name: scoring_ripplerun_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_ripplerun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_ripplerun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_ripplescore; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_ripplescore (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    kind character varying(20) NOT NULL,
    name text NOT NULL,
    n_items integer NOT NULL,
    n_units integer NOT NULL,
    n_sources integer NOT NULL,
    figures jsonb NOT NULL,
    scoring_id bigint NOT NULL
);

-- Name: scoring_ripplescore_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_ripplescore ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_ripplescore_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_ripplescoring; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_ripplescoring (
    id bigint NOT NULL,
    parser character varying(14) NOT NULL,
    release_sha256 character varying(64) NOT NULL,
    items_sha256 character varying(64) NOT NULL,
    n_items integer NOT NULL,
    n_sources integer NOT NULL,
    n_parsed integer NOT NULL,
    census jsonb NOT NULL,
    matrix bytea NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    board_id bigint NOT NULL,
    run_id bigint NOT NULL,
    CONSTRAINT ripple_scoring_parser_known CHECK (((parser)::text = ANY (ARRAY[('primary'::character varying)::text, ('fence_stripped'::character varying)::text])))
);

-- Name: scoring_ripplescoring_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_ripplescoring ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_ripplescoring_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_rung; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_rung (
    id bigint NOT NULL,
    scale character varying(500) NOT NULL,
    "position" integer NOT NULL,
    n_missing integer NOT NULL,
    chart_light text NOT NULL,
    chart_dark text NOT NULL,
    run_id bigint NOT NULL
);

-- Name: scoring_rung_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_rung ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_rung_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_runpiece; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_runpiece (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    data bytea NOT NULL,
    run_id bigint NOT NULL
);

-- Name: scoring_runpiece_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_runpiece ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_runpiece_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_score; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_score (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    kind character varying(6) NOT NULL,
    name text NOT NULL,
    n_items integer NOT NULL,
    metric character varying(12) NOT NULL,
    value double precision,
    low double precision,
    high double precision,
    n integer NOT NULL,
    rung_id bigint NOT NULL,
    CONSTRAINT score_defined_over_items CHECK (((value IS NULL) OR (n > 0))),
    CONSTRAINT score_kind_known CHECK (((kind)::text = ANY (ARRAY[('all'::character varying)::text, ('single'::character varying)::text, ('multi'::character varying)::text, ('domain'::character varying)::text])))
);

-- Name: scoring_score_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_score ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_score_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: scoring_storedrun; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.scoring_storedrun (
    id bigint NOT NULL,
    code character varying(12) NOT NULL,
    system character varying(200) NOT NULL,
    metadata jsonb NOT NULL,
    file_name character varying(255) NOT NULL,
    kind character varying(5) NOT NULL,
    size bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    scale character varying(500) NOT NULL,
    k integer NOT NULL,
    replicates integer NOT NULL,
    seed bigint NOT NULL,
    scorer character varying(20) NOT NULL,
    n_results integer NOT NULL,
    n_unknown integer NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    scored_at timestamp with time zone,
    created_by_id bigint,
    job_id bigint NOT NULL,
    release_id bigint NOT NULL,
    CONSTRAINT stored_run_kind_known CHECK (((kind)::text = ANY (ARRAY[('jsonl'::character varying)::text, ('trec'::character varying)::text])))
);

-- Name: scoring_storedrun_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.scoring_storedrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.scoring_storedrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Data for Name: auth_group; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.auth_group VALUES
	(1, 'annotator'),
	(2, 'adjudicator'),
	(3, 'manager');

-- Data for Name: auth_group_permissions; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: auth_permission; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.auth_permission VALUES
	(1, 'Can add evidence item', 1, 'add_evidenceitem'),
	(2, 'Can change evidence item', 1, 'change_evidenceitem'),
	(3, 'Can delete evidence item', 1, 'delete_evidenceitem'),
	(4, 'Can view evidence item', 1, 'view_evidenceitem'),
	(5, 'Can add source', 2, 'add_source'),
	(6, 'Can change source', 2, 'change_source'),
	(7, 'Can delete source', 2, 'delete_source'),
	(8, 'Can view source', 2, 'view_source'),
	(9, 'Can add worker heartbeat', 3, 'add_workerheartbeat'),
	(10, 'Can change worker heartbeat', 3, 'change_workerheartbeat'),
	(11, 'Can delete worker heartbeat', 3, 'delete_workerheartbeat'),
	(12, 'Can view worker heartbeat', 3, 'view_workerheartbeat'),
	(13, 'Can add person', 4, 'add_person'),
	(14, 'Can change person', 4, 'change_person'),
	(15, 'Can delete person', 4, 'delete_person'),
	(16, 'Can view person', 4, 'view_person'),
	(17, 'Can add campaign', 5, 'add_campaign'),
	(18, 'Can change campaign', 5, 'change_campaign'),
	(19, 'Can delete campaign', 5, 'delete_campaign'),
	(20, 'Can view campaign', 5, 'view_campaign'),
	(21, 'Can add disagreement', 6, 'add_disagreement'),
	(22, 'Can change disagreement', 6, 'change_disagreement'),
	(23, 'Can delete disagreement', 6, 'delete_disagreement'),
	(24, 'Can view disagreement', 6, 'view_disagreement'),
	(25, 'Can add document', 7, 'add_document'),
	(26, 'Can change document', 7, 'change_document'),
	(27, 'Can delete document', 7, 'delete_document'),
	(28, 'Can view document', 7, 'view_document'),
	(29, 'Can add item words', 8, 'add_itemwords'),
	(30, 'Can change item words', 8, 'change_itemwords'),
	(31, 'Can delete item words', 8, 'delete_itemwords'),
	(32, 'Can view item words', 8, 'view_itemwords'),
	(33, 'Can add guideline version', 9, 'add_guidelineversion'),
	(34, 'Can change guideline version', 9, 'change_guidelineversion'),
	(35, 'Can delete guideline version', 9, 'delete_guidelineversion'),
	(36, 'Can view guideline version', 9, 'view_guidelineversion'),
	(37, 'Can add item document', 10, 'add_itemdocument'),
	(38, 'Can change item document', 10, 'change_itemdocument'),
	(39, 'Can delete item document', 10, 'delete_itemdocument'),
	(40, 'Can view item document', 10, 'view_itemdocument'),
	(41, 'Can add job', 11, 'add_job'),
	(42, 'Can change job', 11, 'change_job'),
	(43, 'Can delete job', 11, 'delete_job'),
	(44, 'Can view job', 11, 'view_job'),
	(45, 'Can add job line', 12, 'add_jobline'),
	(46, 'Can change job line', 12, 'change_jobline'),
	(47, 'Can delete job line', 12, 'delete_jobline'),
	(48, 'Can view job line', 12, 'view_jobline'),
	(49, 'Can add membership', 13, 'add_membership'),
	(50, 'Can change membership', 13, 'change_membership'),
	(51, 'Can delete membership', 13, 'delete_membership'),
	(52, 'Can view membership', 13, 'view_membership'),
	(53, 'Can add one time link', 14, 'add_onetimelink'),
	(54, 'Can change one time link', 14, 'change_onetimelink'),
	(55, 'Can delete one time link', 14, 'delete_onetimelink'),
	(56, 'Can view one time link', 14, 'view_onetimelink'),
	(57, 'Can add source file', 15, 'add_sourcefile'),
	(58, 'Can change source file', 15, 'change_sourcefile'),
	(59, 'Can delete source file', 15, 'delete_sourcefile'),
	(60, 'Can view source file', 15, 'view_sourcefile'),
	(61, 'Can add task', 16, 'add_task'),
	(62, 'Can change task', 16, 'change_task'),
	(63, 'Can delete task', 16, 'delete_task'),
	(64, 'Can view task', 16, 'view_task'),
	(65, 'Can add slot', 17, 'add_slot'),
	(66, 'Can change slot', 17, 'change_slot'),
	(67, 'Can delete slot', 17, 'delete_slot'),
	(68, 'Can view slot', 17, 'view_slot'),
	(69, 'Can add return', 18, 'add_return'),
	(70, 'Can change return', 18, 'change_return'),
	(71, 'Can delete return', 18, 'delete_return'),
	(72, 'Can view return', 18, 'view_return'),
	(73, 'Can add question', 19, 'add_question'),
	(74, 'Can change question', 19, 'change_question'),
	(75, 'Can delete question', 19, 'delete_question'),
	(76, 'Can view question', 19, 'view_question'),
	(77, 'Can add outcome', 20, 'add_outcome'),
	(78, 'Can change outcome', 20, 'change_outcome'),
	(79, 'Can delete outcome', 20, 'delete_outcome'),
	(80, 'Can view outcome', 20, 'view_outcome'),
	(81, 'Can add heartbeat', 21, 'add_heartbeat'),
	(82, 'Can change heartbeat', 21, 'change_heartbeat'),
	(83, 'Can delete heartbeat', 21, 'delete_heartbeat'),
	(84, 'Can view heartbeat', 21, 'view_heartbeat'),
	(85, 'Can add event', 22, 'add_event'),
	(86, 'Can change event', 22, 'change_event'),
	(87, 'Can delete event', 22, 'delete_event'),
	(88, 'Can view event', 22, 'view_event'),
	(89, 'Can add draft', 23, 'add_draft'),
	(90, 'Can change draft', 23, 'change_draft'),
	(91, 'Can delete draft', 23, 'delete_draft'),
	(92, 'Can view draft', 23, 'view_draft'),
	(93, 'Can add upload', 24, 'add_upload'),
	(94, 'Can change upload', 24, 'change_upload'),
	(95, 'Can delete upload', 24, 'delete_upload'),
	(96, 'Can view upload', 24, 'view_upload'),
	(97, 'Can add upload piece', 25, 'add_uploadpiece'),
	(98, 'Can change upload piece', 25, 'change_uploadpiece'),
	(99, 'Can delete upload piece', 25, 'delete_uploadpiece'),
	(100, 'Can view upload piece', 25, 'view_uploadpiece'),
	(101, 'Can add candidate assignment', 26, 'add_candidateassignment'),
	(102, 'Can change candidate assignment', 26, 'change_candidateassignment'),
	(103, 'Can delete candidate assignment', 26, 'delete_candidateassignment'),
	(104, 'Can view candidate assignment', 26, 'view_candidateassignment'),
	(105, 'Can add candidate decision', 27, 'add_candidatedecision'),
	(106, 'Can change candidate decision', 27, 'change_candidatedecision'),
	(107, 'Can delete candidate decision', 27, 'delete_candidatedecision'),
	(108, 'Can view candidate decision', 27, 'view_candidatedecision'),
	(109, 'Can add collision candidate', 28, 'add_collisioncandidate'),
	(110, 'Can change collision candidate', 28, 'change_collisioncandidate'),
	(111, 'Can delete collision candidate', 28, 'delete_collisioncandidate'),
	(112, 'Can view collision candidate', 28, 'view_collisioncandidate'),
	(113, 'Can add collision plan', 29, 'add_collisionplan'),
	(114, 'Can change collision plan', 29, 'change_collisionplan'),
	(115, 'Can delete collision plan', 29, 'delete_collisionplan'),
	(116, 'Can view collision plan', 29, 'view_collisionplan'),
	(117, 'Can add collision verdict', 30, 'add_collisionverdict'),
	(118, 'Can change collision verdict', 30, 'change_collisionverdict'),
	(119, 'Can delete collision verdict', 30, 'delete_collisionverdict'),
	(120, 'Can view collision verdict', 30, 'view_collisionverdict'),
	(121, 'Can add collision standing', 31, 'add_collisionstanding'),
	(122, 'Can change collision standing', 31, 'change_collisionstanding'),
	(123, 'Can delete collision standing', 31, 'delete_collisionstanding'),
	(124, 'Can view collision standing', 31, 'view_collisionstanding'),
	(125, 'Can add ripple assent', 32, 'add_rippleassent'),
	(126, 'Can change ripple assent', 32, 'change_rippleassent'),
	(127, 'Can delete ripple assent', 32, 'delete_rippleassent'),
	(128, 'Can view ripple assent', 32, 'view_rippleassent'),
	(129, 'Can add ripple batch', 33, 'add_ripplebatch'),
	(130, 'Can change ripple batch', 33, 'change_ripplebatch'),
	(131, 'Can delete ripple batch', 33, 'delete_ripplebatch'),
	(132, 'Can view ripple batch', 33, 'view_ripplebatch'),
	(133, 'Can add ripple comment', 34, 'add_ripplecomment'),
	(134, 'Can change ripple comment', 34, 'change_ripplecomment'),
	(135, 'Can delete ripple comment', 34, 'delete_ripplecomment'),
	(136, 'Can view ripple comment', 34, 'view_ripplecomment'),
	(137, 'Can add ripple exclusion', 35, 'add_rippleexclusion'),
	(138, 'Can change ripple exclusion', 35, 'change_rippleexclusion'),
	(139, 'Can delete ripple exclusion', 35, 'delete_rippleexclusion'),
	(140, 'Can view ripple exclusion', 35, 'view_rippleexclusion'),
	(141, 'Can add ripple item', 36, 'add_rippleitem'),
	(142, 'Can change ripple item', 36, 'change_rippleitem'),
	(143, 'Can delete ripple item', 36, 'delete_rippleitem'),
	(144, 'Can view ripple item', 36, 'view_rippleitem'),
	(145, 'Can add ripple seen', 37, 'add_rippleseen'),
	(146, 'Can change ripple seen', 37, 'change_rippleseen'),
	(147, 'Can delete ripple seen', 37, 'delete_rippleseen'),
	(148, 'Can view ripple seen', 37, 'view_rippleseen'),
	(149, 'Can add ripple key', 38, 'add_ripplekey'),
	(150, 'Can change ripple key', 38, 'change_ripplekey'),
	(151, 'Can delete ripple key', 38, 'delete_ripplekey'),
	(152, 'Can view ripple key', 38, 'view_ripplekey'),
	(153, 'Can add release', 39, 'add_release'),
	(154, 'Can change release', 39, 'change_release'),
	(155, 'Can delete release', 39, 'delete_release'),
	(156, 'Can view release', 39, 'view_release'),
	(157, 'Can add release decision', 40, 'add_releasedecision'),
	(158, 'Can change release decision', 40, 'change_releasedecision'),
	(159, 'Can delete release decision', 40, 'delete_releasedecision'),
	(160, 'Can view release decision', 40, 'view_releasedecision'),
	(161, 'Can add release document', 41, 'add_releasedocument'),
	(162, 'Can change release document', 41, 'change_releasedocument'),
	(163, 'Can delete release document', 41, 'delete_releasedocument'),
	(164, 'Can view release document', 41, 'view_releasedocument'),
	(165, 'Can add release item', 42, 'add_releaseitem'),
	(166, 'Can change release item', 42, 'change_releaseitem'),
	(167, 'Can delete release item', 42, 'delete_releaseitem'),
	(168, 'Can view release item', 42, 'view_releaseitem'),
	(169, 'Can add erratum', 43, 'add_erratum'),
	(170, 'Can change erratum', 43, 'change_erratum'),
	(171, 'Can delete erratum', 43, 'delete_erratum'),
	(172, 'Can view erratum', 43, 'view_erratum'),
	(173, 'Can add release collision', 44, 'add_releasecollision'),
	(174, 'Can change release collision', 44, 'change_releasecollision'),
	(175, 'Can delete release collision', 44, 'delete_releasecollision'),
	(176, 'Can view release collision', 44, 'view_releasecollision'),
	(177, 'Can add release ripple', 45, 'add_releaseripple'),
	(178, 'Can change release ripple', 45, 'change_releaseripple'),
	(179, 'Can delete release ripple', 45, 'delete_releaseripple'),
	(180, 'Can view release ripple', 45, 'view_releaseripple'),
	(181, 'Can add construction', 46, 'add_construction'),
	(182, 'Can change construction', 46, 'change_construction'),
	(183, 'Can delete construction', 46, 'delete_construction'),
	(184, 'Can view construction', 46, 'view_construction'),
	(185, 'Can add construction piece', 47, 'add_constructionpiece'),
	(186, 'Can change construction piece', 47, 'change_constructionpiece'),
	(187, 'Can delete construction piece', 47, 'delete_constructionpiece'),
	(188, 'Can view construction piece', 47, 'view_constructionpiece'),
	(189, 'Can add construction decision', 48, 'add_constructiondecision'),
	(190, 'Can change construction decision', 48, 'change_constructiondecision'),
	(191, 'Can delete construction decision', 48, 'delete_constructiondecision'),
	(192, 'Can view construction decision', 48, 'view_constructiondecision'),
	(193, 'Can add release line', 49, 'add_releaseline'),
	(194, 'Can change release line', 49, 'change_releaseline'),
	(195, 'Can delete release line', 49, 'delete_releaseline'),
	(196, 'Can view release line', 49, 'view_releaseline'),
	(197, 'Can add rung', 50, 'add_rung'),
	(198, 'Can change rung', 50, 'change_rung'),
	(199, 'Can delete rung', 50, 'delete_rung'),
	(200, 'Can view rung', 50, 'view_rung'),
	(201, 'Can add score', 51, 'add_score'),
	(202, 'Can change score', 51, 'change_score'),
	(203, 'Can delete score', 51, 'delete_score'),
	(204, 'Can view score', 51, 'view_score'),
	(205, 'Can add stored run', 52, 'add_storedrun'),
	(206, 'Can change stored run', 52, 'change_storedrun'),
	(207, 'Can delete stored run', 52, 'delete_storedrun'),
	(208, 'Can view stored run', 52, 'view_storedrun'),
	(209, 'Can add run piece', 53, 'add_runpiece'),
	(210, 'Can change run piece', 53, 'change_runpiece'),
	(211, 'Can delete run piece', 53, 'delete_runpiece'),
	(212, 'Can view run piece', 53, 'view_runpiece'),
	(213, 'Can add item result', 54, 'add_itemresult'),
	(214, 'Can change item result', 54, 'change_itemresult'),
	(215, 'Can delete item result', 54, 'delete_itemresult'),
	(216, 'Can view item result', 54, 'view_itemresult'),
	(217, 'Can add board', 55, 'add_board'),
	(218, 'Can change board', 55, 'change_board'),
	(219, 'Can delete board', 55, 'delete_board'),
	(220, 'Can view board', 55, 'view_board'),
	(221, 'Can add comparison', 56, 'add_comparison'),
	(222, 'Can change comparison', 56, 'change_comparison'),
	(223, 'Can delete comparison', 56, 'delete_comparison'),
	(224, 'Can view comparison', 56, 'view_comparison'),
	(225, 'Can add configuration', 57, 'add_configuration'),
	(226, 'Can change configuration', 57, 'change_configuration'),
	(227, 'Can delete configuration', 57, 'delete_configuration'),
	(228, 'Can view configuration', 57, 'view_configuration'),
	(229, 'Can add recovery chart', 58, 'add_recoverychart'),
	(230, 'Can change recovery chart', 58, 'change_recoverychart'),
	(231, 'Can delete recovery chart', 58, 'delete_recoverychart'),
	(232, 'Can view recovery chart', 58, 'view_recoverychart'),
	(233, 'Can add ripple run', 59, 'add_ripplerun'),
	(234, 'Can change ripple run', 59, 'change_ripplerun'),
	(235, 'Can delete ripple run', 59, 'delete_ripplerun'),
	(236, 'Can view ripple run', 59, 'view_ripplerun'),
	(237, 'Can add ripple response', 60, 'add_rippleresponse'),
	(238, 'Can change ripple response', 60, 'change_rippleresponse'),
	(239, 'Can delete ripple response', 60, 'delete_rippleresponse'),
	(240, 'Can view ripple response', 60, 'view_rippleresponse'),
	(241, 'Can add ripple piece', 61, 'add_ripplepiece'),
	(242, 'Can change ripple piece', 61, 'change_ripplepiece'),
	(243, 'Can delete ripple piece', 61, 'delete_ripplepiece'),
	(244, 'Can view ripple piece', 61, 'view_ripplepiece'),
	(245, 'Can add manifest line', 62, 'add_manifestline'),
	(246, 'Can change manifest line', 62, 'change_manifestline'),
	(247, 'Can delete manifest line', 62, 'delete_manifestline'),
	(248, 'Can view manifest line', 62, 'view_manifestline'),
	(249, 'Can add ripple scoring', 63, 'add_ripplescoring'),
	(250, 'Can change ripple scoring', 63, 'change_ripplescoring'),
	(251, 'Can delete ripple scoring', 63, 'delete_ripplescoring'),
	(252, 'Can view ripple scoring', 63, 'view_ripplescoring'),
	(253, 'Can add ripple score', 64, 'add_ripplescore'),
	(254, 'Can change ripple score', 64, 'change_ripplescore'),
	(255, 'Can delete ripple score', 64, 'delete_ripplescore'),
	(256, 'Can view ripple score', 64, 'view_ripplescore'),
	(257, 'Can add ripple item score', 65, 'add_rippleitemscore'),
	(258, 'Can change ripple item score', 65, 'change_rippleitemscore'),
	(259, 'Can delete ripple item score', 65, 'delete_rippleitemscore'),
	(260, 'Can view ripple item score', 65, 'view_rippleitemscore'),
	(261, 'Can add control report', 66, 'add_controlreport'),
	(262, 'Can change control report', 66, 'change_controlreport'),
	(263, 'Can delete control report', 66, 'delete_controlreport'),
	(264, 'Can view control report', 66, 'view_controlreport'),
	(265, 'Can add hosted run', 67, 'add_hostedrun'),
	(266, 'Can change hosted run', 67, 'change_hostedrun'),
	(267, 'Can delete hosted run', 67, 'delete_hostedrun'),
	(268, 'Can view hosted run', 67, 'view_hostedrun'),
	(269, 'Can add hosted request', 68, 'add_hostedrequest'),
	(270, 'Can change hosted request', 68, 'change_hostedrequest'),
	(271, 'Can delete hosted request', 68, 'delete_hostedrequest'),
	(272, 'Can view hosted request', 68, 'view_hostedrequest'),
	(273, 'Can add hosted attempt', 69, 'add_hostedattempt'),
	(274, 'Can change hosted attempt', 69, 'change_hostedattempt'),
	(275, 'Can delete hosted attempt', 69, 'delete_hostedattempt'),
	(276, 'Can view hosted attempt', 69, 'view_hostedattempt'),
	(277, 'Can add permission', 70, 'add_permission'),
	(278, 'Can change permission', 70, 'change_permission'),
	(279, 'Can delete permission', 70, 'delete_permission'),
	(280, 'Can view permission', 70, 'view_permission'),
	(281, 'Can add group', 71, 'add_group'),
	(282, 'Can change group', 71, 'change_group'),
	(283, 'Can delete group', 71, 'delete_group'),
	(284, 'Can view group', 71, 'view_group'),
	(285, 'Can add content type', 72, 'add_contenttype'),
	(286, 'Can change content type', 72, 'change_contenttype'),
	(287, 'Can delete content type', 72, 'delete_contenttype'),
	(288, 'Can view content type', 72, 'view_contenttype'),
	(289, 'Can add session', 73, 'add_session'),
	(290, 'Can change session', 73, 'change_session'),
	(291, 'Can delete session', 73, 'delete_session'),
	(292, 'Can view session', 73, 'view_session'),
	(293, 'Can add access attempt', 74, 'add_accessattempt'),
	(294, 'Can change access attempt', 74, 'change_accessattempt'),
	(295, 'Can delete access attempt', 74, 'delete_accessattempt'),
	(296, 'Can view access attempt', 74, 'view_accessattempt'),
	(297, 'Can add access log', 75, 'add_accesslog'),
	(298, 'Can change access log', 75, 'change_accesslog'),
	(299, 'Can delete access log', 75, 'delete_accesslog'),
	(300, 'Can view access log', 75, 'view_accesslog'),
	(301, 'Can add access failure', 76, 'add_accessfailurelog'),
	(302, 'Can change access failure', 76, 'change_accessfailurelog'),
	(303, 'Can delete access failure', 76, 'delete_accessfailurelog'),
	(304, 'Can view access failure', 76, 'view_accessfailurelog'),
	(305, 'Can add access attempt expiration', 77, 'add_accessattemptexpiration'),
	(306, 'Can change access attempt expiration', 77, 'change_accessattemptexpiration'),
	(307, 'Can delete access attempt expiration', 77, 'delete_accessattemptexpiration'),
	(308, 'Can view access attempt expiration', 77, 'view_accessattemptexpiration');

-- Data for Name: axes_accessattempt; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: axes_accessattemptexpiration; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: axes_accessfailurelog; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: axes_accesslog; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_construction; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_constructiondecision; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_constructionpiece; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_erratum; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_release; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_releasecollision; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_releasedecision; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_releasedocument; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_releaseitem; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_releaseline; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: benchmark_releaseripple; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: django_content_type; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.django_content_type VALUES
	(1, 'reviewapp', 'evidenceitem'),
	(2, 'reviewapp', 'source'),
	(3, 'reviewapp', 'workerheartbeat'),
	(4, 'reviewapp', 'person'),
	(5, 'reviewapp', 'campaign'),
	(6, 'reviewapp', 'disagreement'),
	(7, 'reviewapp', 'document'),
	(8, 'reviewapp', 'itemwords'),
	(9, 'reviewapp', 'guidelineversion'),
	(10, 'reviewapp', 'itemdocument'),
	(11, 'reviewapp', 'job'),
	(12, 'reviewapp', 'jobline'),
	(13, 'reviewapp', 'membership'),
	(14, 'reviewapp', 'onetimelink'),
	(15, 'reviewapp', 'sourcefile'),
	(16, 'reviewapp', 'task'),
	(17, 'reviewapp', 'slot'),
	(18, 'reviewapp', 'return'),
	(19, 'reviewapp', 'question'),
	(20, 'reviewapp', 'outcome'),
	(21, 'reviewapp', 'heartbeat'),
	(22, 'reviewapp', 'event'),
	(23, 'reviewapp', 'draft'),
	(24, 'reviewapp', 'upload'),
	(25, 'reviewapp', 'uploadpiece'),
	(26, 'reviewapp', 'candidateassignment'),
	(27, 'reviewapp', 'candidatedecision'),
	(28, 'reviewapp', 'collisioncandidate'),
	(29, 'reviewapp', 'collisionplan'),
	(30, 'reviewapp', 'collisionverdict'),
	(31, 'reviewapp', 'collisionstanding'),
	(32, 'reviewapp', 'rippleassent'),
	(33, 'reviewapp', 'ripplebatch'),
	(34, 'reviewapp', 'ripplecomment'),
	(35, 'reviewapp', 'rippleexclusion'),
	(36, 'reviewapp', 'rippleitem'),
	(37, 'reviewapp', 'rippleseen'),
	(38, 'reviewapp', 'ripplekey'),
	(39, 'benchmark', 'release'),
	(40, 'benchmark', 'releasedecision'),
	(41, 'benchmark', 'releasedocument'),
	(42, 'benchmark', 'releaseitem'),
	(43, 'benchmark', 'erratum'),
	(44, 'benchmark', 'releasecollision'),
	(45, 'benchmark', 'releaseripple'),
	(46, 'benchmark', 'construction'),
	(47, 'benchmark', 'constructionpiece'),
	(48, 'benchmark', 'constructiondecision'),
	(49, 'benchmark', 'releaseline'),
	(50, 'scoring', 'rung'),
	(51, 'scoring', 'score'),
	(52, 'scoring', 'storedrun'),
	(53, 'scoring', 'runpiece'),
	(54, 'scoring', 'itemresult'),
	(55, 'scoring', 'board'),
	(56, 'scoring', 'comparison'),
	(57, 'scoring', 'configuration'),
	(58, 'scoring', 'recoverychart'),
	(59, 'scoring', 'ripplerun'),
	(60, 'scoring', 'rippleresponse'),
	(61, 'scoring', 'ripplepiece'),
	(62, 'scoring', 'manifestline'),
	(63, 'scoring', 'ripplescoring'),
	(64, 'scoring', 'ripplescore'),
	(65, 'scoring', 'rippleitemscore'),
	(66, 'scoring', 'controlreport'),
	(67, 'scoring', 'hostedrun'),
	(68, 'scoring', 'hostedrequest'),
	(69, 'scoring', 'hostedattempt'),
	(70, 'auth', 'permission'),
	(71, 'auth', 'group'),
	(72, 'contenttypes', 'contenttype'),
	(73, 'sessions', 'session'),
	(74, 'axes', 'accessattempt'),
	(75, 'axes', 'accesslog'),
	(76, 'axes', 'accessfailurelog'),
	(77, 'axes', 'accessattemptexpiration');

-- Data for Name: django_session; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_campaign; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_candidateassignment; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_candidatedecision; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_collisioncandidate; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_collisionplan; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_collisionstanding; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_collisionverdict; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_disagreement; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_document; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_draft; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_event; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_evidenceitem; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_guidelineversion; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_heartbeat; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_itemdocument; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_itemwords; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_job; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_jobline; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_membership; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_onetimelink; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_outcome; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_person; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_person_groups; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_person_user_permissions; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_question; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_return; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_rippleassent; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_ripplebatch; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_ripplecomment; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_rippleexclusion; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_rippleitem; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_ripplekey; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_rippleseen; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_slot; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_source; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_sourcefile; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_task; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_upload; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_uploadpiece; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: reviewapp_workerheartbeat; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_board; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_comparison; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_configuration; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_controlreport; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_hostedattempt; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_hostedrequest; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_hostedrun; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_itemresult; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_manifestline; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_recoverychart; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_rippleitemscore; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_ripplepiece; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_rippleresponse; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_ripplerun; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_ripplescore; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_ripplescoring; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_rung; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_runpiece; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_score; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: scoring_storedrun; Type: TABLE DATA; Schema: public; Owner: -

-- Name: auth_group_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.auth_group_id_seq', 3, true);

-- Name: auth_group_permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 1, false);

-- Name: auth_permission_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.auth_permission_id_seq', 308, true);

-- Name: axes_accessattempt_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.axes_accessattempt_id_seq', 1, false);

-- Name: axes_accessfailurelog_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.axes_accessfailurelog_id_seq', 1, false);

-- Name: axes_accesslog_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.axes_accesslog_id_seq', 1, false);

-- Name: benchmark_construction_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_construction_id_seq', 1, false);

-- Name: benchmark_constructiondecision_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_constructiondecision_id_seq', 1, false);

-- Name: benchmark_constructionpiece_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_constructionpiece_id_seq', 1, false);

-- Name: benchmark_erratum_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_erratum_id_seq', 1, false);

-- Name: benchmark_release_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_release_id_seq', 1, false);

-- Name: benchmark_releasecollision_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_releasecollision_id_seq', 1, false);

-- Name: benchmark_releasedecision_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_releasedecision_id_seq', 1, false);

-- Name: benchmark_releasedocument_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_releasedocument_id_seq', 1, false);

-- Name: benchmark_releaseitem_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_releaseitem_id_seq', 1, false);

-- Name: benchmark_releaseline_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_releaseline_id_seq', 1, false);

-- Name: benchmark_releaseripple_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.benchmark_releaseripple_id_seq', 1, false);

-- Name: django_content_type_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.django_content_type_id_seq', 77, true);

-- Name: django_migrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

-- Name: reviewapp_campaign_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_campaign_id_seq', 1, false);

-- Name: reviewapp_candidateassignment_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_candidateassignment_id_seq', 1, false);

-- Name: reviewapp_candidatedecision_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_candidatedecision_id_seq', 1, false);

-- Name: reviewapp_collisioncandidate_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_collisioncandidate_id_seq', 1, false);

-- Name: reviewapp_collisionplan_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_collisionplan_id_seq', 1, false);

-- Name: reviewapp_collisionverdict_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_collisionverdict_id_seq', 1, false);

-- Name: reviewapp_disagreement_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_disagreement_id_seq', 1, false);

-- Name: reviewapp_draft_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_draft_id_seq', 1, false);

-- Name: reviewapp_event_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_event_id_seq', 1, false);

-- Name: reviewapp_evidenceitem_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_evidenceitem_id_seq', 1, false);

-- Name: reviewapp_guidelineversion_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_guidelineversion_id_seq', 1, false);

-- Name: reviewapp_heartbeat_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_heartbeat_id_seq', 1, false);

-- Name: reviewapp_itemdocument_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_itemdocument_id_seq', 1, false);

-- Name: reviewapp_job_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_job_id_seq', 1, false);

-- Name: reviewapp_jobline_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_jobline_id_seq', 1, false);

-- Name: reviewapp_membership_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_membership_id_seq', 1, false);

-- Name: reviewapp_onetimelink_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_onetimelink_id_seq', 1, false);

-- Name: reviewapp_outcome_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_outcome_id_seq', 1, false);

-- Name: reviewapp_person_groups_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_person_groups_id_seq', 1, false);

-- Name: reviewapp_person_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_person_id_seq', 1, false);

-- Name: reviewapp_person_user_permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_person_user_permissions_id_seq', 1, false);

-- Name: reviewapp_question_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_question_id_seq', 1, false);

-- Name: reviewapp_queue_key; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_queue_key', 1, false);

-- Name: reviewapp_return_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_return_id_seq', 1, false);

-- Name: reviewapp_rippleassent_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_rippleassent_id_seq', 1, false);

-- Name: reviewapp_ripplebatch_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_ripplebatch_id_seq', 1, false);

-- Name: reviewapp_ripplecomment_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_ripplecomment_id_seq', 1, false);

-- Name: reviewapp_rippleexclusion_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_rippleexclusion_id_seq', 1, false);

-- Name: reviewapp_rippleitem_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_rippleitem_id_seq', 1, false);

-- Name: reviewapp_rippleseen_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_rippleseen_id_seq', 1, false);

-- Name: reviewapp_slot_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_slot_id_seq', 1, false);

-- Name: reviewapp_source_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_source_id_seq', 1, false);

-- Name: reviewapp_sourcefile_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_sourcefile_id_seq', 1, false);

-- Name: reviewapp_task_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_task_id_seq', 1, false);

-- Name: reviewapp_upload_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_upload_id_seq', 1, false);

-- Name: reviewapp_uploadpiece_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_uploadpiece_id_seq', 1, false);

-- Name: reviewapp_workerheartbeat_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.reviewapp_workerheartbeat_id_seq', 1, false);

-- Name: scoring_board_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_board_id_seq', 1, false);

-- Name: scoring_comparison_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_comparison_id_seq', 1, false);

-- Name: scoring_configuration_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_configuration_id_seq', 1, false);

-- Name: scoring_controlreport_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_controlreport_id_seq', 1, false);

-- Name: scoring_hostedattempt_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_hostedattempt_id_seq', 1, false);

-- Name: scoring_hostedrequest_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_hostedrequest_id_seq', 1, false);

-- Name: scoring_hostedrun_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_hostedrun_id_seq', 1, false);

-- Name: scoring_itemresult_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_itemresult_id_seq', 1, false);

-- Name: scoring_manifestline_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_manifestline_id_seq', 1, false);

-- Name: scoring_recoverychart_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_recoverychart_id_seq', 1, false);

-- Name: scoring_rippleitemscore_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_rippleitemscore_id_seq', 1, false);

-- Name: scoring_ripplepiece_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_ripplepiece_id_seq', 1, false);

-- Name: scoring_rippleresponse_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_rippleresponse_id_seq', 1, false);

-- Name: scoring_ripplerun_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_ripplerun_id_seq', 1, false);

-- Name: scoring_ripplescore_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_ripplescore_id_seq', 1, false);

-- Name: scoring_ripplescoring_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_ripplescoring_id_seq', 1, false);

-- Name: scoring_rung_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_rung_id_seq', 1, false);

-- Name: scoring_runpiece_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_runpiece_id_seq', 1, false);

-- Name: scoring_score_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_score_id_seq', 1, false);

-- Name: scoring_storedrun_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.scoring_storedrun_id_seq', 1, false);

-- Name: reviewapp_candidateassignment assignment_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidateassignment
    ADD CONSTRAINT assignment_once UNIQUE (task_id, candidate_id);

-- Name: auth_group auth_group_name_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);

-- Name: auth_group_permissions auth_group_permissions_group_id_permission_id_0cd325b0_uniq; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);

-- Name: auth_group_permissions auth_group_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);

-- Name: auth_group auth_group_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);

-- Name: auth_permission auth_permission_content_type_id_codename_01ab375a_uniq; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);

-- Name: auth_permission auth_permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);

-- Name: axes_accessattempt axes_accessattempt_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_pkey PRIMARY KEY (id);

-- Name: axes_accessattempt axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq UNIQUE (username, ip_address, user_agent);

-- Name: axes_accessattemptexpiration axes_accessattemptexpiration_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptexpiration_pkey PRIMARY KEY (access_attempt_id);

-- Name: axes_accessfailurelog axes_accessfailurelog_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.axes_accessfailurelog
    ADD CONSTRAINT axes_accessfailurelog_pkey PRIMARY KEY (id);

-- Name: axes_accesslog axes_accesslog_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.axes_accesslog
    ADD CONSTRAINT axes_accesslog_pkey PRIMARY KEY (id);

-- Name: benchmark_construction benchmark_construction_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_construction
    ADD CONSTRAINT benchmark_construction_code_key UNIQUE (code);

-- Name: benchmark_construction benchmark_construction_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_construction
    ADD CONSTRAINT benchmark_construction_pkey PRIMARY KEY (id);

-- Name: benchmark_constructiondecision benchmark_constructiondecision_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_constructiondecision
    ADD CONSTRAINT benchmark_constructiondecision_pkey PRIMARY KEY (id);

-- Name: benchmark_constructionpiece benchmark_constructionpiece_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_constructionpiece
    ADD CONSTRAINT benchmark_constructionpiece_pkey PRIMARY KEY (id);

-- Name: benchmark_erratum benchmark_erratum_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_erratum
    ADD CONSTRAINT benchmark_erratum_pkey PRIMARY KEY (id);

-- Name: benchmark_release benchmark_release_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_release
    ADD CONSTRAINT benchmark_release_code_key UNIQUE (code);

-- Name: benchmark_release benchmark_release_name_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_release
    ADD CONSTRAINT benchmark_release_name_key UNIQUE (name);

-- Name: benchmark_release benchmark_release_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_release
    ADD CONSTRAINT benchmark_release_pkey PRIMARY KEY (id);

-- Name: benchmark_releasecollision benchmark_releasecollision_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasecollision
    ADD CONSTRAINT benchmark_releasecollision_pkey PRIMARY KEY (id);

-- Name: benchmark_releasedecision benchmark_releasedecision_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedecision
    ADD CONSTRAINT benchmark_releasedecision_pkey PRIMARY KEY (id);

-- Name: benchmark_releasedocument benchmark_releasedocument_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedocument
    ADD CONSTRAINT benchmark_releasedocument_pkey PRIMARY KEY (id);

-- Name: benchmark_releaseitem benchmark_releaseitem_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseitem
    ADD CONSTRAINT benchmark_releaseitem_pkey PRIMARY KEY (id);

-- Name: benchmark_releaseline benchmark_releaseline_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseline
    ADD CONSTRAINT benchmark_releaseline_pkey PRIMARY KEY (id);

-- Name: benchmark_releaseripple benchmark_releaseripple_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseripple
    ADD CONSTRAINT benchmark_releaseripple_pkey PRIMARY KEY (id);

-- Name: scoring_board board_number_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_board
    ADD CONSTRAINT board_number_once UNIQUE (release_id, number);

-- Name: reviewapp_candidatedecision candidate_decision_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT candidate_decision_once UNIQUE (task_id, round, person_id, candidate_id, phase, sequence);

-- Name: reviewapp_collisioncandidate candidate_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisioncandidate
    ADD CONSTRAINT candidate_once UNIQUE (item_id, document_id);

-- Name: reviewapp_collisioncandidate candidate_rank_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisioncandidate
    ADD CONSTRAINT candidate_rank_once UNIQUE (item_id, rank);

-- Name: scoring_comparison comparison_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_comparison
    ADD CONSTRAINT comparison_once UNIQUE (board_id, manifest_number);

-- Name: scoring_configuration configuration_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_configuration
    ADD CONSTRAINT configuration_once UNIQUE (release_id, sha256);

-- Name: benchmark_constructionpiece construction_piece_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_constructionpiece
    ADD CONSTRAINT construction_piece_once UNIQUE (construction_id, name, "position");

-- Name: scoring_controlreport control_report_of_construction_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT control_report_of_construction_once UNIQUE (construction_id, learned);

-- Name: scoring_controlreport control_report_of_release_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT control_report_of_release_once UNIQUE (release_id, learned);

-- Name: django_content_type django_content_type_app_label_model_76bd3d3b_uniq; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);

-- Name: django_content_type django_content_type_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);

-- Name: django_migrations django_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);

-- Name: django_session django_session_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);

-- Name: reviewapp_document document_external_id_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_document
    ADD CONSTRAINT document_external_id_once UNIQUE (source_id, external_id);

-- Name: reviewapp_draft draft_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_draft
    ADD CONSTRAINT draft_once UNIQUE (task_id, stage, round, person_id);

-- Name: reviewapp_guidelineversion guideline_number_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_guidelineversion
    ADD CONSTRAINT guideline_number_once UNIQUE (campaign_id, number);

-- Name: scoring_hostedattempt hosted_attempt_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedattempt
    ADD CONSTRAINT hosted_attempt_once UNIQUE (request_id, number);

-- Name: reviewapp_evidenceitem item_code_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_evidenceitem
    ADD CONSTRAINT item_code_once UNIQUE (code);

-- Name: reviewapp_itemdocument item_document_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_itemdocument
    ADD CONSTRAINT item_document_once UNIQUE (document_id, item_id);

-- Name: reviewapp_itemdocument item_document_position_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_itemdocument
    ADD CONSTRAINT item_document_position_once UNIQUE (item_id, role, "position");

-- Name: reviewapp_evidenceitem item_item_id_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_evidenceitem
    ADD CONSTRAINT item_item_id_once UNIQUE (item_id) DEFERRABLE;

-- Name: scoring_itemresult item_result_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_itemresult
    ADD CONSTRAINT item_result_once UNIQUE (rung_id, "position");

-- Name: scoring_manifestline manifest_line_number_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT manifest_line_number_once UNIQUE (release_id, number);

-- Name: reviewapp_membership membership_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_membership
    ADD CONSTRAINT membership_once UNIQUE (campaign_id, person_id, role);

-- Name: scoring_recoverychart recovery_chart_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_recoverychart
    ADD CONSTRAINT recovery_chart_once UNIQUE (comparison_id, part);

-- Name: benchmark_releasecollision release_collision_position_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasecollision
    ADD CONSTRAINT release_collision_position_once UNIQUE (release_id, "position");

-- Name: benchmark_releasedecision release_decision_position_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedecision
    ADD CONSTRAINT release_decision_position_once UNIQUE (release_id, "position");

-- Name: benchmark_releasedocument release_document_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedocument
    ADD CONSTRAINT release_document_once UNIQUE (release_id, document_id);

-- Name: benchmark_releaseitem release_item_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseitem
    ADD CONSTRAINT release_item_once UNIQUE (release_id, item_id);

-- Name: benchmark_releaseitem release_item_position_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseitem
    ADD CONSTRAINT release_item_position_once UNIQUE (release_id, "position");

-- Name: benchmark_releaseline release_line_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseline
    ADD CONSTRAINT release_line_once UNIQUE (release_id, file, "position");

-- Name: benchmark_releaseripple release_ripple_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseripple
    ADD CONSTRAINT release_ripple_once UNIQUE (release_id, item_id);

-- Name: benchmark_releaseripple release_ripple_position_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseripple
    ADD CONSTRAINT release_ripple_position_once UNIQUE (release_id, "position");

-- Name: reviewapp_return return_code_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT return_code_once UNIQUE (code);

-- Name: reviewapp_return return_once_a_slot; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT return_once_a_slot UNIQUE (slot_id, sequence);

-- Name: reviewapp_campaign reviewapp_campaign_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_campaign
    ADD CONSTRAINT reviewapp_campaign_code_key UNIQUE (code);

-- Name: reviewapp_campaign reviewapp_campaign_name_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_campaign
    ADD CONSTRAINT reviewapp_campaign_name_key UNIQUE (name);

-- Name: reviewapp_campaign reviewapp_campaign_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_campaign
    ADD CONSTRAINT reviewapp_campaign_pkey PRIMARY KEY (id);

-- Name: reviewapp_candidateassignment reviewapp_candidateassignment_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidateassignment
    ADD CONSTRAINT reviewapp_candidateassignment_pkey PRIMARY KEY (id);

-- Name: reviewapp_candidatedecision reviewapp_candidatedecision_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT reviewapp_candidatedecision_pkey PRIMARY KEY (id);

-- Name: reviewapp_collisioncandidate reviewapp_collisioncandidate_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisioncandidate
    ADD CONSTRAINT reviewapp_collisioncandidate_pkey PRIMARY KEY (id);

-- Name: reviewapp_collisionplan reviewapp_collisionplan_campaign_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionplan
    ADD CONSTRAINT reviewapp_collisionplan_campaign_id_key UNIQUE (campaign_id);

-- Name: reviewapp_collisionplan reviewapp_collisionplan_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionplan
    ADD CONSTRAINT reviewapp_collisionplan_pkey PRIMARY KEY (id);

-- Name: reviewapp_collisionstanding reviewapp_collisionstanding_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionstanding
    ADD CONSTRAINT reviewapp_collisionstanding_pkey PRIMARY KEY (task_id);

-- Name: reviewapp_collisionverdict reviewapp_collisionverdict_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionverdict
    ADD CONSTRAINT reviewapp_collisionverdict_pkey PRIMARY KEY (id);

-- Name: reviewapp_disagreement reviewapp_disagreement_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_disagreement
    ADD CONSTRAINT reviewapp_disagreement_code_key UNIQUE (code);

-- Name: reviewapp_disagreement reviewapp_disagreement_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_disagreement
    ADD CONSTRAINT reviewapp_disagreement_pkey PRIMARY KEY (id);

-- Name: reviewapp_document reviewapp_document_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_document
    ADD CONSTRAINT reviewapp_document_pkey PRIMARY KEY (doc_id);

-- Name: reviewapp_draft reviewapp_draft_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_draft
    ADD CONSTRAINT reviewapp_draft_pkey PRIMARY KEY (id);

-- Name: reviewapp_event reviewapp_event_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_event
    ADD CONSTRAINT reviewapp_event_pkey PRIMARY KEY (id);

-- Name: reviewapp_evidenceitem reviewapp_evidenceitem_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_evidenceitem
    ADD CONSTRAINT reviewapp_evidenceitem_pkey PRIMARY KEY (id);

-- Name: reviewapp_guidelineversion reviewapp_guidelineversion_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_guidelineversion
    ADD CONSTRAINT reviewapp_guidelineversion_pkey PRIMARY KEY (id);

-- Name: reviewapp_heartbeat reviewapp_heartbeat_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_heartbeat
    ADD CONSTRAINT reviewapp_heartbeat_pkey PRIMARY KEY (id);

-- Name: reviewapp_itemdocument reviewapp_itemdocument_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_itemdocument
    ADD CONSTRAINT reviewapp_itemdocument_pkey PRIMARY KEY (id);

-- Name: reviewapp_itemwords reviewapp_itemwords_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_itemwords
    ADD CONSTRAINT reviewapp_itemwords_pkey PRIMARY KEY (item_id);

-- Name: reviewapp_job reviewapp_job_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_job
    ADD CONSTRAINT reviewapp_job_code_key UNIQUE (code);

-- Name: reviewapp_job reviewapp_job_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_job
    ADD CONSTRAINT reviewapp_job_pkey PRIMARY KEY (id);

-- Name: reviewapp_jobline reviewapp_jobline_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_jobline
    ADD CONSTRAINT reviewapp_jobline_pkey PRIMARY KEY (id);

-- Name: reviewapp_membership reviewapp_membership_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_membership
    ADD CONSTRAINT reviewapp_membership_pkey PRIMARY KEY (id);

-- Name: reviewapp_onetimelink reviewapp_onetimelink_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_onetimelink
    ADD CONSTRAINT reviewapp_onetimelink_pkey PRIMARY KEY (id);

-- Name: reviewapp_onetimelink reviewapp_onetimelink_token_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_onetimelink
    ADD CONSTRAINT reviewapp_onetimelink_token_sha256_key UNIQUE (token_sha256);

-- Name: reviewapp_outcome reviewapp_outcome_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_code_key UNIQUE (code);

-- Name: reviewapp_outcome reviewapp_outcome_disagreement_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_disagreement_id_key UNIQUE (disagreement_id);

-- Name: reviewapp_outcome reviewapp_outcome_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_pkey PRIMARY KEY (id);

-- Name: reviewapp_person reviewapp_person_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person
    ADD CONSTRAINT reviewapp_person_code_key UNIQUE (code);

-- Name: reviewapp_person_groups reviewapp_person_groups_person_id_group_id_dd24439c_uniq; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_groups
    ADD CONSTRAINT reviewapp_person_groups_person_id_group_id_dd24439c_uniq UNIQUE (person_id, group_id);

-- Name: reviewapp_person_groups reviewapp_person_groups_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_groups
    ADD CONSTRAINT reviewapp_person_groups_pkey PRIMARY KEY (id);

-- Name: reviewapp_person reviewapp_person_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person
    ADD CONSTRAINT reviewapp_person_pkey PRIMARY KEY (id);

-- Name: reviewapp_person reviewapp_person_pseudonym_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person
    ADD CONSTRAINT reviewapp_person_pseudonym_key UNIQUE (pseudonym);

-- Name: reviewapp_person_user_permissions reviewapp_person_user_pe_person_id_permission_id_58fbf53a_uniq; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_user_permissions
    ADD CONSTRAINT reviewapp_person_user_pe_person_id_permission_id_58fbf53a_uniq UNIQUE (person_id, permission_id);

-- Name: reviewapp_person_user_permissions reviewapp_person_user_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_user_permissions
    ADD CONSTRAINT reviewapp_person_user_permissions_pkey PRIMARY KEY (id);

-- Name: reviewapp_person reviewapp_person_username_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person
    ADD CONSTRAINT reviewapp_person_username_key UNIQUE (username);

-- Name: reviewapp_question reviewapp_question_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_question
    ADD CONSTRAINT reviewapp_question_code_key UNIQUE (code);

-- Name: reviewapp_question reviewapp_question_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_question
    ADD CONSTRAINT reviewapp_question_pkey PRIMARY KEY (id);

-- Name: reviewapp_return reviewapp_return_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_pkey PRIMARY KEY (id);

-- Name: reviewapp_return reviewapp_return_supersedes_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_supersedes_id_key UNIQUE (supersedes_id);

-- Name: reviewapp_rippleassent reviewapp_rippleassent_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleassent
    ADD CONSTRAINT reviewapp_rippleassent_pkey PRIMARY KEY (id);

-- Name: reviewapp_ripplebatch reviewapp_ripplebatch_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplebatch
    ADD CONSTRAINT reviewapp_ripplebatch_code_key UNIQUE (code);

-- Name: reviewapp_ripplebatch reviewapp_ripplebatch_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplebatch
    ADD CONSTRAINT reviewapp_ripplebatch_pkey PRIMARY KEY (id);

-- Name: reviewapp_ripplecomment reviewapp_ripplecomment_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplecomment
    ADD CONSTRAINT reviewapp_ripplecomment_code_key UNIQUE (code);

-- Name: reviewapp_ripplecomment reviewapp_ripplecomment_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplecomment
    ADD CONSTRAINT reviewapp_ripplecomment_pkey PRIMARY KEY (id);

-- Name: reviewapp_rippleexclusion reviewapp_rippleexclusion_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleexclusion
    ADD CONSTRAINT reviewapp_rippleexclusion_pkey PRIMARY KEY (id);

-- Name: reviewapp_rippleitem reviewapp_rippleitem_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleitem
    ADD CONSTRAINT reviewapp_rippleitem_code_key UNIQUE (code);

-- Name: reviewapp_rippleitem reviewapp_rippleitem_item_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleitem
    ADD CONSTRAINT reviewapp_rippleitem_item_id_key UNIQUE (item_id);

-- Name: reviewapp_rippleitem reviewapp_rippleitem_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleitem
    ADD CONSTRAINT reviewapp_rippleitem_pkey PRIMARY KEY (id);

-- Name: reviewapp_ripplekey reviewapp_ripplekey_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplekey
    ADD CONSTRAINT reviewapp_ripplekey_pkey PRIMARY KEY (item_id);

-- Name: reviewapp_rippleseen reviewapp_rippleseen_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleseen
    ADD CONSTRAINT reviewapp_rippleseen_pkey PRIMARY KEY (id);

-- Name: reviewapp_slot reviewapp_slot_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT reviewapp_slot_pkey PRIMARY KEY (id);

-- Name: reviewapp_source reviewapp_source_name_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_source
    ADD CONSTRAINT reviewapp_source_name_key UNIQUE (name);

-- Name: reviewapp_source reviewapp_source_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_source
    ADD CONSTRAINT reviewapp_source_pkey PRIMARY KEY (id);

-- Name: reviewapp_sourcefile reviewapp_sourcefile_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_sourcefile
    ADD CONSTRAINT reviewapp_sourcefile_pkey PRIMARY KEY (id);

-- Name: reviewapp_task reviewapp_task_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_task
    ADD CONSTRAINT reviewapp_task_pkey PRIMARY KEY (id);

-- Name: reviewapp_upload reviewapp_upload_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_upload
    ADD CONSTRAINT reviewapp_upload_code_key UNIQUE (code);

-- Name: reviewapp_upload reviewapp_upload_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_upload
    ADD CONSTRAINT reviewapp_upload_pkey PRIMARY KEY (id);

-- Name: reviewapp_uploadpiece reviewapp_uploadpiece_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_uploadpiece
    ADD CONSTRAINT reviewapp_uploadpiece_pkey PRIMARY KEY (id);

-- Name: reviewapp_workerheartbeat reviewapp_workerheartbeat_name_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_workerheartbeat
    ADD CONSTRAINT reviewapp_workerheartbeat_name_key UNIQUE (name);

-- Name: reviewapp_workerheartbeat reviewapp_workerheartbeat_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_workerheartbeat
    ADD CONSTRAINT reviewapp_workerheartbeat_pkey PRIMARY KEY (id);

-- Name: reviewapp_rippleassent ripple_assent_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleassent
    ADD CONSTRAINT ripple_assent_once UNIQUE (outcome_id, person_id);

-- Name: reviewapp_rippleexclusion ripple_exclusion_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleexclusion
    ADD CONSTRAINT ripple_exclusion_once UNIQUE (source_id, list);

-- Name: scoring_rippleitemscore ripple_item_score_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleitemscore
    ADD CONSTRAINT ripple_item_score_once UNIQUE (scoring_id, "position");

-- Name: scoring_ripplepiece ripple_piece_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplepiece
    ADD CONSTRAINT ripple_piece_once UNIQUE (run_id, "position");

-- Name: scoring_rippleresponse ripple_response_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleresponse
    ADD CONSTRAINT ripple_response_once UNIQUE (run_id, item_id);

-- Name: scoring_ripplerun ripple_run_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT ripple_run_once UNIQUE (configuration_id, sha256);

-- Name: scoring_ripplescore ripple_score_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescore
    ADD CONSTRAINT ripple_score_once UNIQUE (scoring_id, "position");

-- Name: scoring_ripplescore ripple_score_slice_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescore
    ADD CONSTRAINT ripple_score_slice_once UNIQUE (scoring_id, kind, name);

-- Name: scoring_ripplescoring ripple_scoring_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescoring
    ADD CONSTRAINT ripple_scoring_once UNIQUE (run_id, board_id, parser);

-- Name: reviewapp_rippleseen ripple_seen_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleseen
    ADD CONSTRAINT ripple_seen_once UNIQUE (item_id, person_id, what);

-- Name: scoring_runpiece run_piece_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_runpiece
    ADD CONSTRAINT run_piece_once UNIQUE (run_id, "position");

-- Name: scoring_rung rung_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rung
    ADD CONSTRAINT rung_once UNIQUE (run_id, scale);

-- Name: scoring_rung rung_position_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rung
    ADD CONSTRAINT rung_position_once UNIQUE (run_id, "position");

-- Name: scoring_score score_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_score
    ADD CONSTRAINT score_once UNIQUE (rung_id, "position", metric);

-- Name: scoring_board scoring_board_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_board
    ADD CONSTRAINT scoring_board_pkey PRIMARY KEY (id);

-- Name: scoring_comparison scoring_comparison_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_comparison
    ADD CONSTRAINT scoring_comparison_pkey PRIMARY KEY (id);

-- Name: scoring_configuration scoring_configuration_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_configuration
    ADD CONSTRAINT scoring_configuration_code_key UNIQUE (code);

-- Name: scoring_configuration scoring_configuration_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_configuration
    ADD CONSTRAINT scoring_configuration_pkey PRIMARY KEY (id);

-- Name: scoring_controlreport scoring_controlreport_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT scoring_controlreport_code_key UNIQUE (code);

-- Name: scoring_controlreport scoring_controlreport_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT scoring_controlreport_pkey PRIMARY KEY (id);

-- Name: scoring_hostedattempt scoring_hostedattempt_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedattempt
    ADD CONSTRAINT scoring_hostedattempt_pkey PRIMARY KEY (id);

-- Name: scoring_hostedrequest scoring_hostedrequest_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrequest
    ADD CONSTRAINT scoring_hostedrequest_pkey PRIMARY KEY (id);

-- Name: scoring_hostedrun scoring_hostedrun_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrun
    ADD CONSTRAINT scoring_hostedrun_code_key UNIQUE (code);

-- Name: scoring_hostedrun scoring_hostedrun_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrun
    ADD CONSTRAINT scoring_hostedrun_pkey PRIMARY KEY (id);

-- Name: scoring_itemresult scoring_itemresult_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_itemresult
    ADD CONSTRAINT scoring_itemresult_pkey PRIMARY KEY (id);

-- Name: scoring_manifestline scoring_manifestline_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_pkey PRIMARY KEY (id);

-- Name: scoring_manifestline scoring_manifestline_replaces_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_replaces_id_key UNIQUE (replaces_id);

-- Name: scoring_recoverychart scoring_recoverychart_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_recoverychart
    ADD CONSTRAINT scoring_recoverychart_pkey PRIMARY KEY (id);

-- Name: scoring_rippleitemscore scoring_rippleitemscore_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleitemscore
    ADD CONSTRAINT scoring_rippleitemscore_pkey PRIMARY KEY (id);

-- Name: scoring_ripplepiece scoring_ripplepiece_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplepiece
    ADD CONSTRAINT scoring_ripplepiece_pkey PRIMARY KEY (id);

-- Name: scoring_rippleresponse scoring_rippleresponse_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleresponse
    ADD CONSTRAINT scoring_rippleresponse_pkey PRIMARY KEY (id);

-- Name: scoring_ripplerun scoring_ripplerun_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT scoring_ripplerun_code_key UNIQUE (code);

-- Name: scoring_ripplerun scoring_ripplerun_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT scoring_ripplerun_pkey PRIMARY KEY (id);

-- Name: scoring_ripplescore scoring_ripplescore_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescore
    ADD CONSTRAINT scoring_ripplescore_pkey PRIMARY KEY (id);

-- Name: scoring_ripplescoring scoring_ripplescoring_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescoring
    ADD CONSTRAINT scoring_ripplescoring_pkey PRIMARY KEY (id);

-- Name: scoring_rung scoring_rung_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rung
    ADD CONSTRAINT scoring_rung_pkey PRIMARY KEY (id);

-- Name: scoring_runpiece scoring_runpiece_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_runpiece
    ADD CONSTRAINT scoring_runpiece_pkey PRIMARY KEY (id);

-- Name: scoring_score scoring_score_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_score
    ADD CONSTRAINT scoring_score_pkey PRIMARY KEY (id);

-- Name: scoring_storedrun scoring_storedrun_code_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_storedrun
    ADD CONSTRAINT scoring_storedrun_code_key UNIQUE (code);

-- Name: scoring_storedrun scoring_storedrun_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_storedrun
    ADD CONSTRAINT scoring_storedrun_pkey PRIMARY KEY (id);

-- Name: reviewapp_slot slot_number_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT slot_number_once UNIQUE (task_id, stage, round, number);

-- Name: reviewapp_slot slot_person_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT slot_person_once UNIQUE (task_id, stage, round, person_id);

-- Name: scoring_storedrun stored_run_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_storedrun
    ADD CONSTRAINT stored_run_once UNIQUE (release_id, sha256, scale, k, replicates, seed, scorer);

-- Name: reviewapp_task task_code_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_task
    ADD CONSTRAINT task_code_once UNIQUE (code);

-- Name: reviewapp_uploadpiece upload_piece_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_uploadpiece
    ADD CONSTRAINT upload_piece_once UNIQUE (upload_id, file, "position");

-- Name: reviewapp_collisionverdict verdict_once; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionverdict
    ADD CONSTRAINT verdict_once UNIQUE (candidate_id, model, prompt_version);

-- Name: auth_group_name_a6ea08ec_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);

-- Name: auth_group_permissions_group_id_b120cbf9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);

-- Name: auth_group_permissions_permission_id_84c5c92e; Type: INDEX; Schema: public; Owner: -

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);

-- Name: auth_permission_content_type_id_2f476e4b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);

-- Name: axes_accessattempt_ip_address_10922d9c; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessattempt_ip_address_10922d9c ON public.axes_accessattempt USING btree (ip_address);

-- Name: axes_accessattempt_user_agent_ad89678b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessattempt_user_agent_ad89678b ON public.axes_accessattempt USING btree (user_agent);

-- Name: axes_accessattempt_user_agent_ad89678b_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessattempt_user_agent_ad89678b_like ON public.axes_accessattempt USING btree (user_agent varchar_pattern_ops);

-- Name: axes_accessattempt_username_3f2d4ca0; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessattempt_username_3f2d4ca0 ON public.axes_accessattempt USING btree (username);

-- Name: axes_accessattempt_username_3f2d4ca0_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessattempt_username_3f2d4ca0_like ON public.axes_accessattempt USING btree (username varchar_pattern_ops);

-- Name: axes_accessfailurelog_ip_address_2e9f5a7f; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessfailurelog_ip_address_2e9f5a7f ON public.axes_accessfailurelog USING btree (ip_address);

-- Name: axes_accessfailurelog_user_agent_ea145dda; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessfailurelog_user_agent_ea145dda ON public.axes_accessfailurelog USING btree (user_agent);

-- Name: axes_accessfailurelog_user_agent_ea145dda_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessfailurelog_user_agent_ea145dda_like ON public.axes_accessfailurelog USING btree (user_agent varchar_pattern_ops);

-- Name: axes_accessfailurelog_username_a8b7e8a4; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessfailurelog_username_a8b7e8a4 ON public.axes_accessfailurelog USING btree (username);

-- Name: axes_accessfailurelog_username_a8b7e8a4_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accessfailurelog_username_a8b7e8a4_like ON public.axes_accessfailurelog USING btree (username varchar_pattern_ops);

-- Name: axes_accesslog_ip_address_86b417e5; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accesslog_ip_address_86b417e5 ON public.axes_accesslog USING btree (ip_address);

-- Name: axes_accesslog_user_agent_0e659004; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accesslog_user_agent_0e659004 ON public.axes_accesslog USING btree (user_agent);

-- Name: axes_accesslog_user_agent_0e659004_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accesslog_user_agent_0e659004_like ON public.axes_accesslog USING btree (user_agent varchar_pattern_ops);

-- Name: axes_accesslog_username_df93064b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accesslog_username_df93064b ON public.axes_accesslog USING btree (username);

-- Name: axes_accesslog_username_df93064b_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX axes_accesslog_username_df93064b_like ON public.axes_accesslog USING btree (username varchar_pattern_ops);

-- Name: benchmark_construction_code_26ceceeb_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_construction_code_26ceceeb_like ON public.benchmark_construction USING btree (code varchar_pattern_ops);

-- Name: benchmark_construction_created_by_id_2bc58349; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_construction_created_by_id_2bc58349 ON public.benchmark_construction USING btree (created_by_id);

-- Name: benchmark_construction_handed_id_beb451ff; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_construction_handed_id_beb451ff ON public.benchmark_construction USING btree (handed_id);

-- Name: benchmark_construction_job_id_f6882e19; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_construction_job_id_f6882e19 ON public.benchmark_construction USING btree (job_id);

-- Name: benchmark_construction_upload_id_8a3f3f94; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_construction_upload_id_8a3f3f94 ON public.benchmark_construction USING btree (upload_id);

-- Name: benchmark_constructiondecision_entered_by_id_e489bcb9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_constructiondecision_entered_by_id_e489bcb9 ON public.benchmark_constructiondecision USING btree (entered_by_id);

-- Name: benchmark_constructionpiece_construction_id_2f77380d; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_constructionpiece_construction_id_2f77380d ON public.benchmark_constructionpiece USING btree (construction_id);

-- Name: benchmark_erratum_created_by_id_5cd640c2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_erratum_created_by_id_5cd640c2 ON public.benchmark_erratum USING btree (created_by_id);

-- Name: benchmark_erratum_item_id_6ff82517; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_erratum_item_id_6ff82517 ON public.benchmark_erratum USING btree (item_id);

-- Name: benchmark_erratum_release_id_11548976; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_erratum_release_id_11548976 ON public.benchmark_erratum USING btree (release_id);

-- Name: benchmark_erratum_ripple_id_ae0dad18; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_erratum_ripple_id_ae0dad18 ON public.benchmark_erratum USING btree (ripple_id);

-- Name: benchmark_release_code_25a50c2c_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_release_code_25a50c2c_like ON public.benchmark_release USING btree (code varchar_pattern_ops);

-- Name: benchmark_release_created_by_id_9243db37; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_release_created_by_id_9243db37 ON public.benchmark_release USING btree (created_by_id);

-- Name: benchmark_release_name_dc98584d_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_release_name_dc98584d_like ON public.benchmark_release USING btree (name varchar_pattern_ops);

-- Name: benchmark_release_replaces_id_7e1cc442; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_release_replaces_id_7e1cc442 ON public.benchmark_release USING btree (replaces_id);

-- Name: benchmark_releasecollision_release_id_952c8eab; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releasecollision_release_id_952c8eab ON public.benchmark_releasecollision USING btree (release_id);

-- Name: benchmark_releasedecision_release_id_d259a7fe; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releasedecision_release_id_d259a7fe ON public.benchmark_releasedecision USING btree (release_id);

-- Name: benchmark_releasedocument_document_id_75aafe62; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releasedocument_document_id_75aafe62 ON public.benchmark_releasedocument USING btree (document_id);

-- Name: benchmark_releasedocument_release_id_765c0d4b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releasedocument_release_id_765c0d4b ON public.benchmark_releasedocument USING btree (release_id);

-- Name: benchmark_releaseitem_release_id_07bf5214; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releaseitem_release_id_07bf5214 ON public.benchmark_releaseitem USING btree (release_id);

-- Name: benchmark_releaseline_release_id_0467bd24; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releaseline_release_id_0467bd24 ON public.benchmark_releaseline USING btree (release_id);

-- Name: benchmark_releaseripple_release_id_43d2f023; Type: INDEX; Schema: public; Owner: -

CREATE INDEX benchmark_releaseripple_release_id_43d2f023 ON public.benchmark_releaseripple USING btree (release_id);

-- Name: construction_decision_order; Type: INDEX; Schema: public; Owner: -

CREATE INDEX construction_decision_order ON public.benchmark_constructiondecision USING btree (at, id);

-- Name: disagreement_one_open; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX disagreement_one_open ON public.reviewapp_disagreement USING btree (task_id) WHERE ((state)::text = 'open'::text);

-- Name: disagreement_open; Type: INDEX; Schema: public; Owner: -

CREATE INDEX disagreement_open ON public.reviewapp_disagreement USING btree (campaign_id, id) WHERE ((state)::text = 'open'::text);

-- Name: django_session_expire_date_a5c62663; Type: INDEX; Schema: public; Owner: -

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);

-- Name: django_session_session_key_c0390e0f_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);

-- Name: document_text_once; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX document_text_once ON public.reviewapp_document USING btree (text_sha256) WHERE (alias_of_id IS NULL);

-- Name: draft_person; Type: INDEX; Schema: public; Owner: -

CREATE INDEX draft_person ON public.reviewapp_draft USING btree (person_id, task_id);

-- Name: erratum_withdraws_once; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX erratum_withdraws_once ON public.benchmark_erratum USING btree (item_id) WHERE withdraws;

-- Name: erratum_withdraws_ripple_once; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX erratum_withdraws_ripple_once ON public.benchmark_erratum USING btree (ripple_id) WHERE withdraws;

-- Name: event_campaign_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX event_campaign_when ON public.reviewapp_event USING btree (campaign_id, id DESC);

-- Name: event_lapses; Type: INDEX; Schema: public; Owner: -

CREATE INDEX event_lapses ON public.reviewapp_event USING btree (campaign_id, id DESC) WHERE ((verb)::text = 'lapse'::text);

-- Name: event_ripple; Type: INDEX; Schema: public; Owner: -

CREATE INDEX event_ripple ON public.reviewapp_event USING btree (ripple_id, id DESC) WHERE (ripple_id IS NOT NULL);

-- Name: heartbeat_person_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX heartbeat_person_when ON public.reviewapp_heartbeat USING btree (person_id, at);

-- Name: heartbeat_task_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX heartbeat_task_when ON public.reviewapp_heartbeat USING btree (task_id, person_id, at);

-- Name: hosted_request_item; Type: INDEX; Schema: public; Owner: -

CREATE INDEX hosted_request_item ON public.scoring_hostedrequest USING btree (run_id, item_id);

-- Name: hosted_run_newest; Type: INDEX; Schema: public; Owner: -

CREATE INDEX hosted_run_newest ON public.scoring_hostedrun USING btree (release_id, id DESC);

-- Name: item_awaits_words; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_awaits_words ON public.reviewapp_itemwords USING btree (item_id) WHERE (words IS NULL);

-- Name: item_domain_id; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_domain_id ON public.reviewapp_evidenceitem USING btree (domain, id);

-- Name: item_flagged; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_flagged ON public.reviewapp_evidenceitem USING btree (id) WHERE (NOT (flags = '{}'::character varying(20)[]));

-- Name: item_multi_source; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_multi_source ON public.reviewapp_evidenceitem USING btree (id) WHERE (n_references > 1);

-- Name: item_result_domain; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_result_domain ON public.scoring_itemresult USING btree (rung_id, domain, "position");

-- Name: item_result_name; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_result_name ON public.scoring_itemresult USING btree (rung_id, item_name text_pattern_ops);

-- Name: item_result_outcome; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_result_outcome ON public.scoring_itemresult USING btree (rung_id, outcome, "position");

-- Name: item_result_sr; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_result_sr ON public.scoring_itemresult USING btree (rung_id, sr_at_k, "position");

-- Name: item_single_source; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_single_source ON public.reviewapp_evidenceitem USING btree (id) WHERE (n_references = 1);

-- Name: item_source_id; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_source_id ON public.reviewapp_evidenceitem USING btree (source_id, id);

-- Name: item_state_id; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_state_id ON public.reviewapp_evidenceitem USING btree (state, id);

-- Name: item_words; Type: INDEX; Schema: public; Owner: -

CREATE INDEX item_words ON public.reviewapp_itemwords USING gin (words) WHERE (words IS NOT NULL);

-- Name: job_kind; Type: INDEX; Schema: public; Owner: -

CREATE INDEX job_kind ON public.reviewapp_job USING btree (kind, id DESC);

-- Name: job_line_order; Type: INDEX; Schema: public; Owner: -

CREATE INDEX job_line_order ON public.reviewapp_jobline USING btree (job_id, id);

-- Name: job_live; Type: INDEX; Schema: public; Owner: -

CREATE INDEX job_live ON public.reviewapp_job USING btree (state, beat_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));

-- Name: job_of_campaign; Type: INDEX; Schema: public; Owner: -

CREATE INDEX job_of_campaign ON public.reviewapp_job USING btree (kind, ((args ->> 'campaign'::text)), id DESC);

-- Name: job_state; Type: INDEX; Schema: public; Owner: -

CREATE INDEX job_state ON public.reviewapp_job USING btree (state, id DESC);

-- Name: link_unused; Type: INDEX; Schema: public; Owner: -

CREATE INDEX link_unused ON public.reviewapp_onetimelink USING btree (person_id) WHERE ((revoked_at IS NULL) AND (used_at IS NULL));

-- Name: manifest_line_begins_once; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX manifest_line_begins_once ON public.scoring_manifestline USING btree (configuration_id) WHERE (replaces_id IS NULL);

-- Name: outcome_campaign_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX outcome_campaign_when ON public.reviewapp_outcome USING btree (campaign_id, decided_at DESC);

-- Name: outcome_task_adjudicator; Type: INDEX; Schema: public; Owner: -

CREATE INDEX outcome_task_adjudicator ON public.reviewapp_outcome USING btree (task_id, adjudicator_id);

-- Name: person_username_any_case; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX person_username_any_case ON public.reviewapp_person USING btree (lower((username)::text));

-- Name: question_asked; Type: INDEX; Schema: public; Owner: -

CREATE INDEX question_asked ON public.reviewapp_question USING btree (id DESC) WHERE (author_id = asker_id);

-- Name: question_campaign_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX question_campaign_when ON public.reviewapp_question USING btree (campaign_id, id DESC);

-- Name: question_thread; Type: INDEX; Schema: public; Owner: -

CREATE INDEX question_thread ON public.reviewapp_question USING btree (task_id, asker_id, id DESC);

-- Name: release_collision_item; Type: INDEX; Schema: public; Owner: -

CREATE INDEX release_collision_item ON public.benchmark_releasecollision USING btree (release_id, item_id);

-- Name: release_decision_item; Type: INDEX; Schema: public; Owner: -

CREATE INDEX release_decision_item ON public.benchmark_releasedecision USING btree (release_id, item_id);

-- Name: release_item_domain; Type: INDEX; Schema: public; Owner: -

CREATE INDEX release_item_domain ON public.benchmark_releaseitem USING btree (release_id, domain, "position");

-- Name: release_item_source; Type: INDEX; Schema: public; Owner: -

CREATE INDEX release_item_source ON public.benchmark_releaseitem USING btree (release_id, source, "position");

-- Name: return_campaign_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX return_campaign_when ON public.reviewapp_return USING btree (campaign_id, committed_at DESC);

-- Name: return_one_chain_a_reviewer; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX return_one_chain_a_reviewer ON public.reviewapp_return USING btree (task_id, stage, person_id) WHERE (supersedes_id IS NULL);

-- Name: return_person_when; Type: INDEX; Schema: public; Owner: -

CREATE INDEX return_person_when ON public.reviewapp_return USING btree (person_id, committed_at DESC);

-- Name: reviewapp_campaign_code_318e7232_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_campaign_code_318e7232_like ON public.reviewapp_campaign USING btree (code varchar_pattern_ops);

-- Name: reviewapp_campaign_created_by_id_201014a2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_campaign_created_by_id_201014a2 ON public.reviewapp_campaign USING btree (created_by_id);

-- Name: reviewapp_campaign_guideline_id_395d94eb; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_campaign_guideline_id_395d94eb ON public.reviewapp_campaign USING btree (guideline_id);

-- Name: reviewapp_campaign_name_e272fd99_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_campaign_name_e272fd99_like ON public.reviewapp_campaign USING btree (name varchar_pattern_ops);

-- Name: reviewapp_candidateassignment_candidate_id_043c5bd2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_candidateassignment_candidate_id_043c5bd2 ON public.reviewapp_candidateassignment USING btree (candidate_id);

-- Name: reviewapp_candidatedecision_candidate_id_1d051559; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_candidatedecision_candidate_id_1d051559 ON public.reviewapp_candidatedecision USING btree (candidate_id);

-- Name: reviewapp_candidatedecision_guideline_id_04d96db3; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_candidatedecision_guideline_id_04d96db3 ON public.reviewapp_candidatedecision USING btree (guideline_id);

-- Name: reviewapp_candidatedecision_person_id_59ab5ee9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_candidatedecision_person_id_59ab5ee9 ON public.reviewapp_candidatedecision USING btree (person_id);

-- Name: reviewapp_candidatedecision_slot_id_78fd997b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_candidatedecision_slot_id_78fd997b ON public.reviewapp_candidatedecision USING btree (slot_id);

-- Name: reviewapp_candidatedecision_task_id_ad8ca6be; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_candidatedecision_task_id_ad8ca6be ON public.reviewapp_candidatedecision USING btree (task_id);

-- Name: reviewapp_collisioncandidate_document_id_5389a3f2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_collisioncandidate_document_id_5389a3f2 ON public.reviewapp_collisioncandidate USING btree (document_id);

-- Name: reviewapp_collisioncandidate_item_id_dfbaf2ea; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_collisioncandidate_item_id_dfbaf2ea ON public.reviewapp_collisioncandidate USING btree (item_id);

-- Name: reviewapp_collisionverdict_candidate_id_eccb6272; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_collisionverdict_candidate_id_eccb6272 ON public.reviewapp_collisionverdict USING btree (candidate_id);

-- Name: reviewapp_disagreement_campaign_id_0e1ac8b5; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_disagreement_campaign_id_0e1ac8b5 ON public.reviewapp_disagreement USING btree (campaign_id);

-- Name: reviewapp_disagreement_claimed_by_id_83fd240d; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_disagreement_claimed_by_id_83fd240d ON public.reviewapp_disagreement USING btree (claimed_by_id);

-- Name: reviewapp_disagreement_code_d08aeb74_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_disagreement_code_d08aeb74_like ON public.reviewapp_disagreement USING btree (code varchar_pattern_ops);

-- Name: reviewapp_disagreement_task_id_09f0440d; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_disagreement_task_id_09f0440d ON public.reviewapp_disagreement USING btree (task_id);

-- Name: reviewapp_document_alias_of_id_6db553d5; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_document_alias_of_id_6db553d5 ON public.reviewapp_document USING btree (alias_of_id);

-- Name: reviewapp_document_source_id_c76ef844; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_document_source_id_c76ef844 ON public.reviewapp_document USING btree (source_id);

-- Name: reviewapp_draft_person_id_376fe59c; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_draft_person_id_376fe59c ON public.reviewapp_draft USING btree (person_id);

-- Name: reviewapp_draft_revises_id_edd5599e; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_draft_revises_id_edd5599e ON public.reviewapp_draft USING btree (revises_id);

-- Name: reviewapp_draft_task_id_8d612213; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_draft_task_id_8d612213 ON public.reviewapp_draft USING btree (task_id);

-- Name: reviewapp_event_item_id_23f4c52b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_event_item_id_23f4c52b ON public.reviewapp_event USING btree (item_id);

-- Name: reviewapp_event_task_id_9f871119; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_event_task_id_9f871119 ON public.reviewapp_event USING btree (task_id);

-- Name: reviewapp_guidelineversion_campaign_id_0fa476e6; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_guidelineversion_campaign_id_0fa476e6 ON public.reviewapp_guidelineversion USING btree (campaign_id);

-- Name: reviewapp_guidelineversion_created_by_id_bef160ea; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_guidelineversion_created_by_id_bef160ea ON public.reviewapp_guidelineversion USING btree (created_by_id);

-- Name: reviewapp_job_code_d997e0a0_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_job_code_d997e0a0_like ON public.reviewapp_job USING btree (code varchar_pattern_ops);

-- Name: reviewapp_job_created_by_id_a7d9e885; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_job_created_by_id_a7d9e885 ON public.reviewapp_job USING btree (created_by_id);

-- Name: reviewapp_jobline_job_id_2a752323; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_jobline_job_id_2a752323 ON public.reviewapp_jobline USING btree (job_id);

-- Name: reviewapp_membership_campaign_id_e6689070; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_membership_campaign_id_e6689070 ON public.reviewapp_membership USING btree (campaign_id);

-- Name: reviewapp_membership_person_id_f2ab248a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_membership_person_id_f2ab248a ON public.reviewapp_membership USING btree (person_id);

-- Name: reviewapp_onetimelink_issued_by_id_0267391c; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_onetimelink_issued_by_id_0267391c ON public.reviewapp_onetimelink USING btree (issued_by_id);

-- Name: reviewapp_onetimelink_person_id_a0d852ea; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_onetimelink_person_id_a0d852ea ON public.reviewapp_onetimelink USING btree (person_id);

-- Name: reviewapp_onetimelink_token_sha256_2d847275_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_onetimelink_token_sha256_2d847275_like ON public.reviewapp_onetimelink USING btree (token_sha256 varchar_pattern_ops);

-- Name: reviewapp_outcome_adjudicator_id_40960179; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_outcome_adjudicator_id_40960179 ON public.reviewapp_outcome USING btree (adjudicator_id);

-- Name: reviewapp_outcome_campaign_id_43812bf7; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_outcome_campaign_id_43812bf7 ON public.reviewapp_outcome USING btree (campaign_id);

-- Name: reviewapp_outcome_code_4eb671de_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_outcome_code_4eb671de_like ON public.reviewapp_outcome USING btree (code varchar_pattern_ops);

-- Name: reviewapp_outcome_guideline_id_390f29d5; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_outcome_guideline_id_390f29d5 ON public.reviewapp_outcome USING btree (guideline_id);

-- Name: reviewapp_outcome_task_id_c560cba5; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_outcome_task_id_c560cba5 ON public.reviewapp_outcome USING btree (task_id);

-- Name: reviewapp_person_code_24a29f8f_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_code_24a29f8f_like ON public.reviewapp_person USING btree (code varchar_pattern_ops);

-- Name: reviewapp_person_groups_group_id_bb769ea0; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_groups_group_id_bb769ea0 ON public.reviewapp_person_groups USING btree (group_id);

-- Name: reviewapp_person_groups_person_id_285f253a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_groups_person_id_285f253a ON public.reviewapp_person_groups USING btree (person_id);

-- Name: reviewapp_person_pseudonym_f8f1771e_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_pseudonym_f8f1771e_like ON public.reviewapp_person USING btree (pseudonym varchar_pattern_ops);

-- Name: reviewapp_person_user_permissions_permission_id_d7521fbf; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_user_permissions_permission_id_d7521fbf ON public.reviewapp_person_user_permissions USING btree (permission_id);

-- Name: reviewapp_person_user_permissions_person_id_8a56116b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_user_permissions_person_id_8a56116b ON public.reviewapp_person_user_permissions USING btree (person_id);

-- Name: reviewapp_person_username_e077358c_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_person_username_e077358c_like ON public.reviewapp_person USING btree (username varchar_pattern_ops);

-- Name: reviewapp_question_asker_id_4441c693; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_question_asker_id_4441c693 ON public.reviewapp_question USING btree (asker_id);

-- Name: reviewapp_question_author_id_64ce315a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_question_author_id_64ce315a ON public.reviewapp_question USING btree (author_id);

-- Name: reviewapp_question_campaign_id_412500a9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_question_campaign_id_412500a9 ON public.reviewapp_question USING btree (campaign_id);

-- Name: reviewapp_question_code_17077a9a_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_question_code_17077a9a_like ON public.reviewapp_question USING btree (code varchar_pattern_ops);

-- Name: reviewapp_question_task_id_a6dc5083; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_question_task_id_a6dc5083 ON public.reviewapp_question USING btree (task_id);

-- Name: reviewapp_return_task_id_51b97c50; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_return_task_id_51b97c50 ON public.reviewapp_return USING btree (task_id);

-- Name: reviewapp_rippleassent_person_id_4ee1e64c; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_rippleassent_person_id_4ee1e64c ON public.reviewapp_rippleassent USING btree (person_id);

-- Name: reviewapp_ripplebatch_code_c49d1638_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_ripplebatch_code_c49d1638_like ON public.reviewapp_ripplebatch USING btree (code varchar_pattern_ops);

-- Name: reviewapp_ripplebatch_imported_by_id_4e328fc0; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_ripplebatch_imported_by_id_4e328fc0 ON public.reviewapp_ripplebatch USING btree (imported_by_id);

-- Name: reviewapp_ripplecomment_code_a80327b1_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_ripplecomment_code_a80327b1_like ON public.reviewapp_ripplecomment USING btree (code varchar_pattern_ops);

-- Name: reviewapp_ripplecomment_person_id_eec341f7; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_ripplecomment_person_id_eec341f7 ON public.reviewapp_ripplecomment USING btree (person_id);

-- Name: reviewapp_ripplecomment_task_id_ebc1030f; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_ripplecomment_task_id_ebc1030f ON public.reviewapp_ripplecomment USING btree (task_id);

-- Name: reviewapp_rippleexclusion_added_by_id_620db779; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_rippleexclusion_added_by_id_620db779 ON public.reviewapp_rippleexclusion USING btree (added_by_id);

-- Name: reviewapp_rippleitem_batch_id_82eefee5; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_rippleitem_batch_id_82eefee5 ON public.reviewapp_rippleitem USING btree (batch_id);

-- Name: reviewapp_rippleitem_code_9c3d5db9_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_rippleitem_code_9c3d5db9_like ON public.reviewapp_rippleitem USING btree (code varchar_pattern_ops);

-- Name: reviewapp_rippleitem_item_id_ac33b760_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_rippleitem_item_id_ac33b760_like ON public.reviewapp_rippleitem USING btree (item_id text_pattern_ops);

-- Name: reviewapp_rippleseen_person_id_b3c49758; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_rippleseen_person_id_b3c49758 ON public.reviewapp_rippleseen USING btree (person_id);

-- Name: reviewapp_slot_person_id_74a8e964; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_slot_person_id_74a8e964 ON public.reviewapp_slot USING btree (person_id);

-- Name: reviewapp_source_name_3184b994_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_source_name_3184b994_like ON public.reviewapp_source USING btree (name varchar_pattern_ops);

-- Name: reviewapp_sourcefile_imported_by_id_987a4bd2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_sourcefile_imported_by_id_987a4bd2 ON public.reviewapp_sourcefile USING btree (imported_by_id);

-- Name: reviewapp_sourcefile_source_id_a61263b9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_sourcefile_source_id_a61263b9 ON public.reviewapp_sourcefile USING btree (source_id);

-- Name: reviewapp_task_guideline_id_68274131; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_task_guideline_id_68274131 ON public.reviewapp_task USING btree (guideline_id);

-- Name: reviewapp_task_item_id_3b7e9c91; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_task_item_id_3b7e9c91 ON public.reviewapp_task USING btree (item_id);

-- Name: reviewapp_upload_code_7d162420_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_upload_code_7d162420_like ON public.reviewapp_upload USING btree (code varchar_pattern_ops);

-- Name: reviewapp_upload_created_by_id_e965286c; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_upload_created_by_id_e965286c ON public.reviewapp_upload USING btree (created_by_id);

-- Name: reviewapp_upload_job_id_21ae2b42; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_upload_job_id_21ae2b42 ON public.reviewapp_upload USING btree (job_id);

-- Name: reviewapp_uploadpiece_upload_id_958b0832; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_uploadpiece_upload_id_958b0832 ON public.reviewapp_uploadpiece USING btree (upload_id);

-- Name: reviewapp_workerheartbeat_name_2a3239da_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX reviewapp_workerheartbeat_name_2a3239da_like ON public.reviewapp_workerheartbeat USING btree (name varchar_pattern_ops);

-- Name: ripple_item_score_recall; Type: INDEX; Schema: public; Owner: -

CREATE INDEX ripple_item_score_recall ON public.scoring_rippleitemscore USING btree (scoring_id, recall, "position");

-- Name: ripple_run_newest; Type: INDEX; Schema: public; Owner: -

CREATE INDEX ripple_run_newest ON public.scoring_ripplerun USING btree (release_id, id DESC);

-- Name: ripple_scoring_board; Type: INDEX; Schema: public; Owner: -

CREATE INDEX ripple_scoring_board ON public.scoring_ripplescoring USING btree (board_id, parser);

-- Name: ripple_source; Type: INDEX; Schema: public; Owner: -

CREATE INDEX ripple_source ON public.reviewapp_ripplekey USING btree (source_id);

-- Name: ripple_state_id; Type: INDEX; Schema: public; Owner: -

CREATE INDEX ripple_state_id ON public.reviewapp_rippleitem USING btree (state, id);

-- Name: scoring_board_created_by_id_5414ea25; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_board_created_by_id_5414ea25 ON public.scoring_board USING btree (created_by_id);

-- Name: scoring_board_release_id_396fd7db; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_board_release_id_396fd7db ON public.scoring_board USING btree (release_id);

-- Name: scoring_comparison_board_id_df6e20d0; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_comparison_board_id_df6e20d0 ON public.scoring_comparison USING btree (board_id);

-- Name: scoring_configuration_code_64873a82_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_configuration_code_64873a82_like ON public.scoring_configuration USING btree (code varchar_pattern_ops);

-- Name: scoring_configuration_registered_by_id_8319f5a6; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_configuration_registered_by_id_8319f5a6 ON public.scoring_configuration USING btree (registered_by_id);

-- Name: scoring_configuration_release_id_aaf9d622; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_configuration_release_id_aaf9d622 ON public.scoring_configuration USING btree (release_id);

-- Name: scoring_controlreport_asked_by_id_467ee34a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_controlreport_asked_by_id_467ee34a ON public.scoring_controlreport USING btree (asked_by_id);

-- Name: scoring_controlreport_code_9ae4e403_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_controlreport_code_9ae4e403_like ON public.scoring_controlreport USING btree (code varchar_pattern_ops);

-- Name: scoring_controlreport_construction_id_c354bf71; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_controlreport_construction_id_c354bf71 ON public.scoring_controlreport USING btree (construction_id);

-- Name: scoring_controlreport_release_id_a115b9ed; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_controlreport_release_id_a115b9ed ON public.scoring_controlreport USING btree (release_id);

-- Name: scoring_hostedattempt_request_id_9654eff9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedattempt_request_id_9654eff9 ON public.scoring_hostedattempt USING btree (request_id);

-- Name: scoring_hostedrequest_item_id_84c5b498; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrequest_item_id_84c5b498 ON public.scoring_hostedrequest USING btree (item_id);

-- Name: scoring_hostedrequest_run_id_0ce340b8; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrequest_run_id_0ce340b8 ON public.scoring_hostedrequest USING btree (run_id);

-- Name: scoring_hostedrun_code_4c9fb31c_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrun_code_4c9fb31c_like ON public.scoring_hostedrun USING btree (code varchar_pattern_ops);

-- Name: scoring_hostedrun_configuration_id_30cb8ae4; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrun_configuration_id_30cb8ae4 ON public.scoring_hostedrun USING btree (configuration_id);

-- Name: scoring_hostedrun_created_by_id_3f0b3e28; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrun_created_by_id_3f0b3e28 ON public.scoring_hostedrun USING btree (created_by_id);

-- Name: scoring_hostedrun_job_id_76535d44; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrun_job_id_76535d44 ON public.scoring_hostedrun USING btree (job_id);

-- Name: scoring_hostedrun_release_id_eeed63a9; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_hostedrun_release_id_eeed63a9 ON public.scoring_hostedrun USING btree (release_id);

-- Name: scoring_itemresult_item_id_82168b8a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_itemresult_item_id_82168b8a ON public.scoring_itemresult USING btree (item_id);

-- Name: scoring_itemresult_rung_id_52861cc6; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_itemresult_rung_id_52861cc6 ON public.scoring_itemresult USING btree (rung_id);

-- Name: scoring_manifestline_configuration_id_4941a79a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_manifestline_configuration_id_4941a79a ON public.scoring_manifestline USING btree (configuration_id);

-- Name: scoring_manifestline_release_id_821cafba; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_manifestline_release_id_821cafba ON public.scoring_manifestline USING btree (release_id);

-- Name: scoring_manifestline_run_id_5a0fa41d; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_manifestline_run_id_5a0fa41d ON public.scoring_manifestline USING btree (run_id);

-- Name: scoring_manifestline_written_by_id_d04b8640; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_manifestline_written_by_id_d04b8640 ON public.scoring_manifestline USING btree (written_by_id);

-- Name: scoring_recoverychart_comparison_id_bef8ee12; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_recoverychart_comparison_id_bef8ee12 ON public.scoring_recoverychart USING btree (comparison_id);

-- Name: scoring_rippleitemscore_item_id_7e2c4872; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_rippleitemscore_item_id_7e2c4872 ON public.scoring_rippleitemscore USING btree (item_id);

-- Name: scoring_rippleitemscore_scoring_id_88e8734f; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_rippleitemscore_scoring_id_88e8734f ON public.scoring_rippleitemscore USING btree (scoring_id);

-- Name: scoring_ripplepiece_run_id_52351d1a; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplepiece_run_id_52351d1a ON public.scoring_ripplepiece USING btree (run_id);

-- Name: scoring_rippleresponse_item_id_6532229f; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_rippleresponse_item_id_6532229f ON public.scoring_rippleresponse USING btree (item_id);

-- Name: scoring_rippleresponse_run_id_6be397df; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_rippleresponse_run_id_6be397df ON public.scoring_rippleresponse USING btree (run_id);

-- Name: scoring_ripplerun_code_15bf0561_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplerun_code_15bf0561_like ON public.scoring_ripplerun USING btree (code varchar_pattern_ops);

-- Name: scoring_ripplerun_configuration_id_e13d4ed8; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplerun_configuration_id_e13d4ed8 ON public.scoring_ripplerun USING btree (configuration_id);

-- Name: scoring_ripplerun_created_by_id_ea15e863; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplerun_created_by_id_ea15e863 ON public.scoring_ripplerun USING btree (created_by_id);

-- Name: scoring_ripplerun_job_id_ed79e046; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplerun_job_id_ed79e046 ON public.scoring_ripplerun USING btree (job_id);

-- Name: scoring_ripplerun_release_id_df4fcdd2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplerun_release_id_df4fcdd2 ON public.scoring_ripplerun USING btree (release_id);

-- Name: scoring_ripplescore_scoring_id_bc6a9237; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplescore_scoring_id_bc6a9237 ON public.scoring_ripplescore USING btree (scoring_id);

-- Name: scoring_ripplescoring_board_id_643d6ad3; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplescoring_board_id_643d6ad3 ON public.scoring_ripplescoring USING btree (board_id);

-- Name: scoring_ripplescoring_run_id_6c21ac2b; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_ripplescoring_run_id_6c21ac2b ON public.scoring_ripplescoring USING btree (run_id);

-- Name: scoring_rung_run_id_1ea2b878; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_rung_run_id_1ea2b878 ON public.scoring_rung USING btree (run_id);

-- Name: scoring_runpiece_run_id_a8a38cc2; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_runpiece_run_id_a8a38cc2 ON public.scoring_runpiece USING btree (run_id);

-- Name: scoring_score_rung_id_4c6865d8; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_score_rung_id_4c6865d8 ON public.scoring_score USING btree (rung_id);

-- Name: scoring_storedrun_code_0a6d87b5_like; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_storedrun_code_0a6d87b5_like ON public.scoring_storedrun USING btree (code varchar_pattern_ops);

-- Name: scoring_storedrun_created_by_id_175baf06; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_storedrun_created_by_id_175baf06 ON public.scoring_storedrun USING btree (created_by_id);

-- Name: scoring_storedrun_job_id_063f067c; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_storedrun_job_id_063f067c ON public.scoring_storedrun USING btree (job_id);

-- Name: scoring_storedrun_release_id_d6ab4bcd; Type: INDEX; Schema: public; Owner: -

CREATE INDEX scoring_storedrun_release_id_d6ab4bcd ON public.scoring_storedrun USING btree (release_id);

-- Name: slot_claims; Type: INDEX; Schema: public; Owner: -

CREATE INDEX slot_claims ON public.reviewapp_slot USING btree (campaign_id, person_id) WHERE ((state)::text = 'claimed'::text);

-- Name: slot_free_queue; Type: INDEX; Schema: public; Owner: -

CREATE INDEX slot_free_queue ON public.reviewapp_slot USING btree (campaign_id, stage, queue_key) WHERE ((state)::text = 'free'::text);

-- Name: slot_leases; Type: INDEX; Schema: public; Owner: -

CREATE INDEX slot_leases ON public.reviewapp_slot USING btree (lease_until) WHERE ((state)::text = 'claimed'::text);

-- Name: slot_replaced_once; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX slot_replaced_once ON public.reviewapp_slot USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);

-- Name: source_file_sha256; Type: INDEX; Schema: public; Owner: -

CREATE INDEX source_file_sha256 ON public.reviewapp_sourcefile USING btree (sha256);

-- Name: stored_run_newest; Type: INDEX; Schema: public; Owner: -

CREATE INDEX stored_run_newest ON public.scoring_storedrun USING btree (release_id, id DESC);

-- Name: task_campaign_guideline; Type: INDEX; Schema: public; Owner: -

CREATE INDEX task_campaign_guideline ON public.reviewapp_task USING btree (campaign_id, guideline_id, id);

-- Name: task_campaign_item; Type: INDEX; Schema: public; Owner: -

CREATE INDEX task_campaign_item ON public.reviewapp_task USING btree (campaign_id, item_id);

-- Name: task_campaign_state; Type: INDEX; Schema: public; Owner: -

CREATE INDEX task_campaign_state ON public.reviewapp_task USING btree (campaign_id, state, id);

-- Name: task_one_live_a_kind; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX task_one_live_a_kind ON public.reviewapp_task USING btree (item_id, kind) WHERE (NOT ((state)::text = 'withdrawn'::text));

-- Name: task_one_live_ripple; Type: INDEX; Schema: public; Owner: -

CREATE UNIQUE INDEX task_one_live_ripple ON public.reviewapp_task USING btree (ripple_id) WHERE ((NOT ((state)::text = 'withdrawn'::text)) AND (ripple_id IS NOT NULL));

-- Name: task_ripple; Type: INDEX; Schema: public; Owner: -

CREATE INDEX task_ripple ON public.reviewapp_task USING btree (ripple_id) WHERE (ripple_id IS NOT NULL);

-- Name: verdict_model; Type: INDEX; Schema: public; Owner: -

CREATE INDEX verdict_model ON public.reviewapp_collisionverdict USING btree (model, prompt_version);

-- Name: reviewapp_candidateassignment pgtrigger_assignment_append_only_8490d; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_assignment_append_only_8490d BEFORE DELETE OR UPDATE ON public.reviewapp_candidateassignment FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_assignment_append_only_8490d();

-- Name: TRIGGER pgtrigger_assignment_append_only_8490d ON reviewapp_candidateassignment; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_assignment_append_only_8490d ON public.reviewapp_candidateassignment IS '208e0825030fefdbe70385806c7de93d86ca60bb';

-- Name: scoring_board pgtrigger_board_append_only_2f119; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_board_append_only_2f119 BEFORE DELETE OR UPDATE ON public.scoring_board FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_board_append_only_2f119();

-- Name: TRIGGER pgtrigger_board_append_only_2f119 ON scoring_board; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_board_append_only_2f119 ON public.scoring_board IS '808e16388e54765b6f7fc335026c94a9cebc0018';

-- Name: reviewapp_collisioncandidate pgtrigger_candidate_append_only_573ad; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_candidate_append_only_573ad BEFORE DELETE OR UPDATE ON public.reviewapp_collisioncandidate FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_candidate_append_only_573ad();

-- Name: TRIGGER pgtrigger_candidate_append_only_573ad ON reviewapp_collisioncandidate; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_candidate_append_only_573ad ON public.reviewapp_collisioncandidate IS 'ec56cd7e43e2af302490c68852161c09290d8231';

-- Name: reviewapp_candidatedecision pgtrigger_candidate_decision_append_only_fba5b; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_candidate_decision_append_only_fba5b BEFORE DELETE OR UPDATE ON public.reviewapp_candidatedecision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_candidate_decision_append_only_fba5b();

-- Name: TRIGGER pgtrigger_candidate_decision_append_only_fba5b ON reviewapp_candidatedecision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_candidate_decision_append_only_fba5b ON public.reviewapp_candidatedecision IS '064e56686db40d7724219079ed5a0771428e1ddc';

-- Name: reviewapp_candidatedecision pgtrigger_candidate_decision_is_lawful_ff3c2; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_candidate_decision_is_lawful_ff3c2 BEFORE INSERT ON public.reviewapp_candidatedecision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_candidate_decision_is_lawful_ff3c2();

-- Name: TRIGGER pgtrigger_candidate_decision_is_lawful_ff3c2 ON reviewapp_candidatedecision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_candidate_decision_is_lawful_ff3c2 ON public.reviewapp_candidatedecision IS 'fb9d75722e0d7a3467361cd8582e6537077cbff2';

-- Name: scoring_comparison pgtrigger_comparison_append_only_bdd9a; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_comparison_append_only_bdd9a BEFORE DELETE OR UPDATE ON public.scoring_comparison FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_comparison_append_only_bdd9a();

-- Name: TRIGGER pgtrigger_comparison_append_only_bdd9a ON scoring_comparison; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_comparison_append_only_bdd9a ON public.scoring_comparison IS '50af8480daef080c6d05e9ac4b6252124a50dfb1';

-- Name: scoring_configuration pgtrigger_configuration_append_only_e90d2; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_configuration_append_only_e90d2 BEFORE DELETE OR UPDATE ON public.scoring_configuration FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_configuration_append_only_e90d2();

-- Name: TRIGGER pgtrigger_configuration_append_only_e90d2 ON scoring_configuration; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_configuration_append_only_e90d2 ON public.scoring_configuration IS 'dab8d5d5f46f2ed2f2e515812d9d7b777606af8e';

-- Name: benchmark_constructiondecision pgtrigger_construction_decision_append_only_cf385; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_construction_decision_append_only_cf385 BEFORE DELETE OR UPDATE ON public.benchmark_constructiondecision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_construction_decision_append_only_cf385();

-- Name: TRIGGER pgtrigger_construction_decision_append_only_cf385 ON benchmark_constructiondecision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_construction_decision_append_only_cf385 ON public.benchmark_constructiondecision IS '39276c519ca3b4b272f058b72f9c7ca8c51c58ac';

-- Name: benchmark_constructionpiece pgtrigger_construction_piece_append_only_d277c; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_construction_piece_append_only_d277c BEFORE DELETE OR UPDATE ON public.benchmark_constructionpiece FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_construction_piece_append_only_d277c();

-- Name: TRIGGER pgtrigger_construction_piece_append_only_d277c ON benchmark_constructionpiece; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_construction_piece_append_only_d277c ON public.benchmark_constructionpiece IS '47cc6aa19c1532ed4a034899ffee24700f7a138e';

-- Name: scoring_controlreport pgtrigger_control_report_append_only_3acae; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_control_report_append_only_3acae BEFORE DELETE OR UPDATE ON public.scoring_controlreport FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_control_report_append_only_3acae();

-- Name: TRIGGER pgtrigger_control_report_append_only_3acae ON scoring_controlreport; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_control_report_append_only_3acae ON public.scoring_controlreport IS 'cd45f5b9faabc3a59d9c4e8020b55293d26476f4';

-- Name: reviewapp_disagreement pgtrigger_disagreement_moves_81d18; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_disagreement_moves_81d18 BEFORE UPDATE ON public.reviewapp_disagreement FOR EACH ROW WHEN (((((old.state)::text = 'decided'::text) AND ((new.state)::text = 'open'::text)) OR (((old.state)::text = 'decided'::text) AND ((new.state)::text = 'dissolved'::text)) OR (((old.state)::text = 'dissolved'::text) AND ((new.state)::text = 'open'::text)) OR (((old.state)::text = 'dissolved'::text) AND ((new.state)::text = 'decided'::text)))) EXECUTE FUNCTION public.pgtrigger_disagreement_moves_81d18();

-- Name: TRIGGER pgtrigger_disagreement_moves_81d18 ON reviewapp_disagreement; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_disagreement_moves_81d18 ON public.reviewapp_disagreement IS '91147d03f021148826b3310bbe711fdf54d64ad7';

-- Name: reviewapp_document pgtrigger_document_append_only_8afbc; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_document_append_only_8afbc BEFORE DELETE OR UPDATE ON public.reviewapp_document FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_document_append_only_8afbc();

-- Name: TRIGGER pgtrigger_document_append_only_8afbc ON reviewapp_document; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_document_append_only_8afbc ON public.reviewapp_document IS 'c9bc67f892b4848012893a7dd6c6b5be4016bc99';

-- Name: benchmark_erratum pgtrigger_erratum_append_only_9651c; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_erratum_append_only_9651c BEFORE DELETE OR UPDATE ON public.benchmark_erratum FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_erratum_append_only_9651c();

-- Name: TRIGGER pgtrigger_erratum_append_only_9651c ON benchmark_erratum; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_erratum_append_only_9651c ON public.benchmark_erratum IS '871f4ac0429a607aa0be9d956c3b140b80ee2d02';

-- Name: benchmark_erratum pgtrigger_erratum_is_of_its_release_b0121; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_erratum_is_of_its_release_b0121 BEFORE INSERT ON public.benchmark_erratum FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_erratum_is_of_its_release_b0121();

-- Name: TRIGGER pgtrigger_erratum_is_of_its_release_b0121 ON benchmark_erratum; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_erratum_is_of_its_release_b0121 ON public.benchmark_erratum IS 'ecaa8639a0191c7fc23a3b0bbbd23255d3c1cab5';

-- Name: reviewapp_event pgtrigger_event_append_only_03b6c; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_event_append_only_03b6c BEFORE DELETE OR UPDATE ON public.reviewapp_event FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_event_append_only_03b6c();

-- Name: TRIGGER pgtrigger_event_append_only_03b6c ON reviewapp_event; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_event_append_only_03b6c ON public.reviewapp_event IS 'd333bf1b66e2c81cfd91bfd18cfa55152cd953ee';

-- Name: reviewapp_guidelineversion pgtrigger_guideline_append_only_241fd; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_guideline_append_only_241fd BEFORE DELETE OR UPDATE ON public.reviewapp_guidelineversion FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_guideline_append_only_241fd();

-- Name: TRIGGER pgtrigger_guideline_append_only_241fd ON reviewapp_guidelineversion; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_guideline_append_only_241fd ON public.reviewapp_guidelineversion IS '02783ec34fb6d07c0b4b3da8fdc8707ca8d40586';

-- Name: reviewapp_heartbeat pgtrigger_heartbeat_append_only_5653a; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_heartbeat_append_only_5653a BEFORE DELETE OR UPDATE ON public.reviewapp_heartbeat FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_heartbeat_append_only_5653a();

-- Name: TRIGGER pgtrigger_heartbeat_append_only_5653a ON reviewapp_heartbeat; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_heartbeat_append_only_5653a ON public.reviewapp_heartbeat IS '27354bdccbc3a2f83ac24ae3a64bdd1e371973b2';

-- Name: scoring_hostedattempt pgtrigger_hosted_attempt_append_only_094e6; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_hosted_attempt_append_only_094e6 BEFORE DELETE OR UPDATE ON public.scoring_hostedattempt FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_hosted_attempt_append_only_094e6();

-- Name: TRIGGER pgtrigger_hosted_attempt_append_only_094e6 ON scoring_hostedattempt; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_hosted_attempt_append_only_094e6 ON public.scoring_hostedattempt IS '003c038656a85dcedcc777927446d1b164fdf7ca';

-- Name: scoring_hostedrequest pgtrigger_hosted_request_append_only_382ab; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_hosted_request_append_only_382ab BEFORE DELETE OR UPDATE ON public.scoring_hostedrequest FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_hosted_request_append_only_382ab();

-- Name: TRIGGER pgtrigger_hosted_request_append_only_382ab ON scoring_hostedrequest; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_hosted_request_append_only_382ab ON public.scoring_hostedrequest IS '899d17848e6a19fdf9d1e38d717b122bef45ff73';

-- Name: scoring_hostedrun pgtrigger_hosted_run_append_only_bcdd8; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_hosted_run_append_only_bcdd8 BEFORE DELETE OR UPDATE ON public.scoring_hostedrun FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_hosted_run_append_only_bcdd8();

-- Name: TRIGGER pgtrigger_hosted_run_append_only_bcdd8 ON scoring_hostedrun; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_hosted_run_append_only_bcdd8 ON public.scoring_hostedrun IS '0716d1997f0af8198160199219ced40d92370310';

-- Name: reviewapp_evidenceitem pgtrigger_item_awaits_words_38d9e; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_item_awaits_words_38d9e AFTER INSERT ON public.reviewapp_evidenceitem REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION public.pgtrigger_item_awaits_words_38d9e();

-- Name: TRIGGER pgtrigger_item_awaits_words_38d9e ON reviewapp_evidenceitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_item_awaits_words_38d9e ON public.reviewapp_evidenceitem IS 'b3177ec54d453e3d50dac145a2a7d85c1cb35433';

-- Name: reviewapp_itemdocument pgtrigger_item_document_pair_stays_2d15d; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_item_document_pair_stays_2d15d BEFORE UPDATE OF item_id, document_id ON public.reviewapp_itemdocument FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_item_document_pair_stays_2d15d();

-- Name: TRIGGER pgtrigger_item_document_pair_stays_2d15d ON reviewapp_itemdocument; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_item_document_pair_stays_2d15d ON public.reviewapp_itemdocument IS '536f84539b59b1034ad5fa3c336453500410b231';

-- Name: reviewapp_itemdocument pgtrigger_item_document_references_39ee3; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_item_document_references_39ee3 AFTER INSERT ON public.reviewapp_itemdocument REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.pgtrigger_item_document_references_39ee3();

-- Name: TRIGGER pgtrigger_item_document_references_39ee3 ON reviewapp_itemdocument; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_item_document_references_39ee3 ON public.reviewapp_itemdocument IS 'dd7ec3daf25f944c7e683747f48ab7a38086f0bb';

-- Name: reviewapp_evidenceitem pgtrigger_item_id_stays_e520d; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_item_id_stays_e520d BEFORE UPDATE OF id ON public.reviewapp_evidenceitem FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_item_id_stays_e520d();

-- Name: TRIGGER pgtrigger_item_id_stays_e520d ON reviewapp_evidenceitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_item_id_stays_e520d ON public.reviewapp_evidenceitem IS '891b1fcf9de37f3eabb6061ec509cc7ab1a9fe1a';

-- Name: reviewapp_evidenceitem pgtrigger_item_lets_go_06abe; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_item_lets_go_06abe AFTER DELETE ON public.reviewapp_evidenceitem REFERENCING OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION public.pgtrigger_item_lets_go_06abe();

-- Name: TRIGGER pgtrigger_item_lets_go_06abe ON reviewapp_evidenceitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_item_lets_go_06abe ON public.reviewapp_evidenceitem IS 'ff03d62e58ea529396a574dda51514ec260f4b6b';

-- Name: scoring_itemresult pgtrigger_item_result_append_only_843a7; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_item_result_append_only_843a7 BEFORE DELETE OR UPDATE ON public.scoring_itemresult FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_item_result_append_only_843a7();

-- Name: TRIGGER pgtrigger_item_result_append_only_843a7 ON scoring_itemresult; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_item_result_append_only_843a7 ON public.scoring_itemresult IS 'f80290d24dce808fb5759ba0ecb6cfd0392e2af4';

-- Name: scoring_manifestline pgtrigger_manifest_line_append_only_9d14f; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_manifest_line_append_only_9d14f BEFORE DELETE OR UPDATE ON public.scoring_manifestline FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_manifest_line_append_only_9d14f();

-- Name: TRIGGER pgtrigger_manifest_line_append_only_9d14f ON scoring_manifestline; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_manifest_line_append_only_9d14f ON public.scoring_manifestline IS '3c7a803fb2004d78921644570d4d53df59776659';

-- Name: scoring_manifestline pgtrigger_manifest_line_is_of_its_row_9c8cb; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_manifest_line_is_of_its_row_9c8cb BEFORE INSERT ON public.scoring_manifestline FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_manifest_line_is_of_its_row_9c8cb();

-- Name: TRIGGER pgtrigger_manifest_line_is_of_its_row_9c8cb ON scoring_manifestline; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_manifest_line_is_of_its_row_9c8cb ON public.scoring_manifestline IS '2883e51bc79a2062b1333b7476febef9e458ed8d';

-- Name: reviewapp_outcome pgtrigger_outcome_append_only_d96bf; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_outcome_append_only_d96bf BEFORE DELETE OR UPDATE ON public.reviewapp_outcome FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_outcome_append_only_d96bf();

-- Name: TRIGGER pgtrigger_outcome_append_only_d96bf ON reviewapp_outcome; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_outcome_append_only_d96bf ON public.reviewapp_outcome IS '756332bc2b6a18f455f4d2ffba28cef3afe286a9';

-- Name: reviewapp_outcome pgtrigger_outcome_is_lawful_3153c; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_outcome_is_lawful_3153c BEFORE INSERT ON public.reviewapp_outcome FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_outcome_is_lawful_3153c();

-- Name: TRIGGER pgtrigger_outcome_is_lawful_3153c ON reviewapp_outcome; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_outcome_is_lawful_3153c ON public.reviewapp_outcome IS 'ba8b54b829493f1d20bf60494327009748963de5';

-- Name: reviewapp_outcome pgtrigger_outcome_of_ripple_7470f; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_outcome_of_ripple_7470f BEFORE INSERT ON public.reviewapp_outcome FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_outcome_of_ripple_7470f();

-- Name: TRIGGER pgtrigger_outcome_of_ripple_7470f ON reviewapp_outcome; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_outcome_of_ripple_7470f ON public.reviewapp_outcome IS 'f49e2dd77aecc2d03d9079cab192feef093517dd';

-- Name: reviewapp_collisionplan pgtrigger_plan_append_only_c99ce; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_plan_append_only_c99ce BEFORE DELETE OR UPDATE ON public.reviewapp_collisionplan FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_plan_append_only_c99ce();

-- Name: TRIGGER pgtrigger_plan_append_only_c99ce ON reviewapp_collisionplan; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_plan_append_only_c99ce ON public.reviewapp_collisionplan IS 'd5bda5ef761042f6f304f1a48544d21b5b772aa3';

-- Name: reviewapp_question pgtrigger_question_append_only_eb772; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_question_append_only_eb772 BEFORE DELETE OR UPDATE ON public.reviewapp_question FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_question_append_only_eb772();

-- Name: TRIGGER pgtrigger_question_append_only_eb772 ON reviewapp_question; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_question_append_only_eb772 ON public.reviewapp_question IS '62f9cceb8f8460ecd95ce4589d51a366f39a19a3';

-- Name: scoring_recoverychart pgtrigger_recovery_chart_append_only_bd0c3; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_recovery_chart_append_only_bd0c3 BEFORE DELETE OR UPDATE ON public.scoring_recoverychart FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_recovery_chart_append_only_bd0c3();

-- Name: TRIGGER pgtrigger_recovery_chart_append_only_bd0c3 ON scoring_recoverychart; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_recovery_chart_append_only_bd0c3 ON public.scoring_recoverychart IS '73795db17b39bbf28da7040e499f5e0749f5ebfc';

-- Name: benchmark_release pgtrigger_release_append_only_f8e92; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_append_only_f8e92 BEFORE DELETE OR UPDATE ON public.benchmark_release FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_append_only_f8e92();

-- Name: TRIGGER pgtrigger_release_append_only_f8e92 ON benchmark_release; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_append_only_f8e92 ON public.benchmark_release IS '142e3cb32a263bf48d605eb82592277173650aa3';

-- Name: benchmark_releasecollision pgtrigger_release_collision_append_only_fad7e; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_collision_append_only_fad7e BEFORE DELETE OR UPDATE ON public.benchmark_releasecollision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_collision_append_only_fad7e();

-- Name: TRIGGER pgtrigger_release_collision_append_only_fad7e ON benchmark_releasecollision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_collision_append_only_fad7e ON public.benchmark_releasecollision IS 'd59146966f3c4c2fd540f8b0067e7b51552aa7ce';

-- Name: benchmark_releasecollision pgtrigger_release_collision_is_its_bytes_81057; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_collision_is_its_bytes_81057 BEFORE INSERT ON public.benchmark_releasecollision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_collision_is_its_bytes_81057();

-- Name: TRIGGER pgtrigger_release_collision_is_its_bytes_81057 ON benchmark_releasecollision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_collision_is_its_bytes_81057 ON public.benchmark_releasecollision IS 'bafc426e4393264ecc68bcbca1fd3184b241db9b';

-- Name: benchmark_releasecollision pgtrigger_release_collision_sealed_46634; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_collision_sealed_46634 BEFORE INSERT ON public.benchmark_releasecollision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_collision_sealed_46634();

-- Name: TRIGGER pgtrigger_release_collision_sealed_46634 ON benchmark_releasecollision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_collision_sealed_46634 ON public.benchmark_releasecollision IS 'b6b402b49803f5a234412e72f99488842f83ead9';

-- Name: benchmark_releasedecision pgtrigger_release_decision_append_only_4581a; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_decision_append_only_4581a BEFORE DELETE OR UPDATE ON public.benchmark_releasedecision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_decision_append_only_4581a();

-- Name: TRIGGER pgtrigger_release_decision_append_only_4581a ON benchmark_releasedecision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_decision_append_only_4581a ON public.benchmark_releasedecision IS '89e020e60789fb64268d9b6a700f9ea88a7cbee4';

-- Name: benchmark_releasedecision pgtrigger_release_decision_is_its_bytes_03301; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_decision_is_its_bytes_03301 BEFORE INSERT ON public.benchmark_releasedecision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_decision_is_its_bytes_03301();

-- Name: TRIGGER pgtrigger_release_decision_is_its_bytes_03301 ON benchmark_releasedecision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_decision_is_its_bytes_03301 ON public.benchmark_releasedecision IS 'b2f2e39a477a1100e49a40bf507be0c49f0d1543';

-- Name: benchmark_releasedecision pgtrigger_release_decision_sealed_58e08; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_decision_sealed_58e08 BEFORE INSERT ON public.benchmark_releasedecision FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_decision_sealed_58e08();

-- Name: TRIGGER pgtrigger_release_decision_sealed_58e08 ON benchmark_releasedecision; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_decision_sealed_58e08 ON public.benchmark_releasedecision IS '69e875b5ae51e9158e6de2d7c90acc88981483cb';

-- Name: benchmark_releasedocument pgtrigger_release_document_append_only_c8187; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_document_append_only_c8187 BEFORE DELETE OR UPDATE ON public.benchmark_releasedocument FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_document_append_only_c8187();

-- Name: TRIGGER pgtrigger_release_document_append_only_c8187 ON benchmark_releasedocument; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_document_append_only_c8187 ON public.benchmark_releasedocument IS '71882f6442e942c9a0eb1b2837e76cec2c584947';

-- Name: benchmark_releasedocument pgtrigger_release_document_sealed_a530b; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_document_sealed_a530b BEFORE INSERT ON public.benchmark_releasedocument FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_document_sealed_a530b();

-- Name: TRIGGER pgtrigger_release_document_sealed_a530b ON benchmark_releasedocument; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_document_sealed_a530b ON public.benchmark_releasedocument IS 'ea7217de150b237c5d60c66c1ee45eb2da737808';

-- Name: benchmark_release pgtrigger_release_is_its_manifest_82b83; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_is_its_manifest_82b83 BEFORE INSERT ON public.benchmark_release FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_is_its_manifest_82b83();

-- Name: TRIGGER pgtrigger_release_is_its_manifest_82b83 ON benchmark_release; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_is_its_manifest_82b83 ON public.benchmark_release IS '5c49f59238bb7dcff6bfe914f27cf08b474704d2';

-- Name: benchmark_releaseitem pgtrigger_release_item_append_only_05ce2; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_item_append_only_05ce2 BEFORE DELETE OR UPDATE ON public.benchmark_releaseitem FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_item_append_only_05ce2();

-- Name: TRIGGER pgtrigger_release_item_append_only_05ce2 ON benchmark_releaseitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_item_append_only_05ce2 ON public.benchmark_releaseitem IS '85eaa4afa127cca09e1d87092a6c452a0a4d6685';

-- Name: benchmark_releaseitem pgtrigger_release_item_is_its_bytes_a0a00; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_item_is_its_bytes_a0a00 BEFORE INSERT ON public.benchmark_releaseitem FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_item_is_its_bytes_a0a00();

-- Name: TRIGGER pgtrigger_release_item_is_its_bytes_a0a00 ON benchmark_releaseitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_item_is_its_bytes_a0a00 ON public.benchmark_releaseitem IS '0f1ecb9697c610ed6e479da3f2d0648d8ad9a968';

-- Name: benchmark_releaseitem pgtrigger_release_item_sealed_eea43; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_item_sealed_eea43 BEFORE INSERT ON public.benchmark_releaseitem FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_item_sealed_eea43();

-- Name: TRIGGER pgtrigger_release_item_sealed_eea43 ON benchmark_releaseitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_item_sealed_eea43 ON public.benchmark_releaseitem IS '44cec6f1991b41a70222a5df6221eb7d4f6eb468';

-- Name: benchmark_releaseline pgtrigger_release_line_append_only_ba76f; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_line_append_only_ba76f BEFORE DELETE OR UPDATE ON public.benchmark_releaseline FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_line_append_only_ba76f();

-- Name: TRIGGER pgtrigger_release_line_append_only_ba76f ON benchmark_releaseline; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_line_append_only_ba76f ON public.benchmark_releaseline IS 'd2b08f268cbf1de035457877d194c66286a3d3e0';

-- Name: benchmark_releaseline pgtrigger_release_line_is_its_bytes_62a17; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_line_is_its_bytes_62a17 BEFORE INSERT ON public.benchmark_releaseline FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_line_is_its_bytes_62a17();

-- Name: TRIGGER pgtrigger_release_line_is_its_bytes_62a17 ON benchmark_releaseline; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_line_is_its_bytes_62a17 ON public.benchmark_releaseline IS 'f2abe5faa28fbba054c2b4053df0161994fbdcaa';

-- Name: benchmark_releaseline pgtrigger_release_line_sealed_baf38; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_line_sealed_baf38 BEFORE INSERT ON public.benchmark_releaseline FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_line_sealed_baf38();

-- Name: TRIGGER pgtrigger_release_line_sealed_baf38 ON benchmark_releaseline; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_line_sealed_baf38 ON public.benchmark_releaseline IS 'aba5d7851254c6b452be580295a6d9126b89519f';

-- Name: benchmark_releaseripple pgtrigger_release_ripple_append_only_44a01; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_ripple_append_only_44a01 BEFORE DELETE OR UPDATE ON public.benchmark_releaseripple FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_ripple_append_only_44a01();

-- Name: TRIGGER pgtrigger_release_ripple_append_only_44a01 ON benchmark_releaseripple; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_ripple_append_only_44a01 ON public.benchmark_releaseripple IS 'f6afc9b76f018c304a4dd131085aef2833ab71ee';

-- Name: benchmark_releaseripple pgtrigger_release_ripple_is_its_bytes_e53b2; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_ripple_is_its_bytes_e53b2 BEFORE INSERT ON public.benchmark_releaseripple FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_ripple_is_its_bytes_e53b2();

-- Name: TRIGGER pgtrigger_release_ripple_is_its_bytes_e53b2 ON benchmark_releaseripple; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_ripple_is_its_bytes_e53b2 ON public.benchmark_releaseripple IS '72c674299d822dd5497685e9e71cc11cfc00e126';

-- Name: benchmark_releaseripple pgtrigger_release_ripple_sealed_d933b; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_release_ripple_sealed_d933b BEFORE INSERT ON public.benchmark_releaseripple FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_release_ripple_sealed_d933b();

-- Name: TRIGGER pgtrigger_release_ripple_sealed_d933b ON benchmark_releaseripple; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_release_ripple_sealed_d933b ON public.benchmark_releaseripple IS '517dbd0f7e29c53daa0061e55e8a1276e4ddaef8';

-- Name: reviewapp_return pgtrigger_return_append_only_def6a; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_return_append_only_def6a BEFORE DELETE OR UPDATE ON public.reviewapp_return FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_return_append_only_def6a();

-- Name: TRIGGER pgtrigger_return_append_only_def6a ON reviewapp_return; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_return_append_only_def6a ON public.reviewapp_return IS '9546c75733d7a9fcf55267d7ce00b7a83d95f431';

-- Name: reviewapp_return pgtrigger_return_has_all_finals_741db; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_return_has_all_finals_741db BEFORE INSERT ON public.reviewapp_return FOR EACH ROW WHEN (((new.stage)::text = 'collision'::text)) EXECUTE FUNCTION public.pgtrigger_return_has_all_finals_741db();

-- Name: TRIGGER pgtrigger_return_has_all_finals_741db ON reviewapp_return; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_return_has_all_finals_741db ON public.reviewapp_return IS 'd79add0a900d2fcf351496a5c9f8d26676db1385';

-- Name: reviewapp_return pgtrigger_return_is_lawful_dab1e; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_return_is_lawful_dab1e BEFORE INSERT ON public.reviewapp_return FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_return_is_lawful_dab1e();

-- Name: TRIGGER pgtrigger_return_is_lawful_dab1e ON reviewapp_return; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_return_is_lawful_dab1e ON public.reviewapp_return IS 'b08dbe81cfb08388b718953c00a46eddb338b9ef';

-- Name: reviewapp_return pgtrigger_return_of_ripple_53b98; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_return_of_ripple_53b98 BEFORE INSERT ON public.reviewapp_return FOR EACH ROW WHEN (((new.stage)::text = ANY (ARRAY[('blind'::character varying)::text, ('closure'::character varying)::text]))) EXECUTE FUNCTION public.pgtrigger_return_of_ripple_53b98();

-- Name: TRIGGER pgtrigger_return_of_ripple_53b98 ON reviewapp_return; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_return_of_ripple_53b98 ON public.reviewapp_return IS 'bab263ba3708bc4ba1c4af8f5977fd75f3b3e9ea';

-- Name: reviewapp_rippleassent pgtrigger_ripple_assent_append_only_e707c; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_assent_append_only_e707c BEFORE DELETE OR UPDATE ON public.reviewapp_rippleassent FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_assent_append_only_e707c();

-- Name: TRIGGER pgtrigger_ripple_assent_append_only_e707c ON reviewapp_rippleassent; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_assent_append_only_e707c ON public.reviewapp_rippleassent IS '54fb85928c9ba680574be9f36a20107e56760b58';

-- Name: reviewapp_rippleassent pgtrigger_ripple_assent_is_lawful_1461b; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_assent_is_lawful_1461b BEFORE INSERT ON public.reviewapp_rippleassent FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_assent_is_lawful_1461b();

-- Name: TRIGGER pgtrigger_ripple_assent_is_lawful_1461b ON reviewapp_rippleassent; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_assent_is_lawful_1461b ON public.reviewapp_rippleassent IS '71b306e70ce13549bb735ccf3e48872be4ed78a9';

-- Name: reviewapp_ripplebatch pgtrigger_ripple_batch_append_only_9449d; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_batch_append_only_9449d BEFORE DELETE OR UPDATE ON public.reviewapp_ripplebatch FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_batch_append_only_9449d();

-- Name: TRIGGER pgtrigger_ripple_batch_append_only_9449d ON reviewapp_ripplebatch; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_batch_append_only_9449d ON public.reviewapp_ripplebatch IS 'f65538035c3c172989c96c5a0f4b52a3b45f5945';

-- Name: reviewapp_ripplecomment pgtrigger_ripple_comment_append_only_e8528; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_comment_append_only_e8528 BEFORE DELETE OR UPDATE ON public.reviewapp_ripplecomment FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_comment_append_only_e8528();

-- Name: TRIGGER pgtrigger_ripple_comment_append_only_e8528 ON reviewapp_ripplecomment; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_comment_append_only_e8528 ON public.reviewapp_ripplecomment IS '3bec0f6b7096a236673bccd0d154f7027efa8209';

-- Name: reviewapp_rippleexclusion pgtrigger_ripple_exclusion_append_only_64d65; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_exclusion_append_only_64d65 BEFORE DELETE OR UPDATE ON public.reviewapp_rippleexclusion FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_exclusion_append_only_64d65();

-- Name: TRIGGER pgtrigger_ripple_exclusion_append_only_64d65 ON reviewapp_rippleexclusion; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_exclusion_append_only_64d65 ON public.reviewapp_rippleexclusion IS '299e645a06009a442c02efff78a67385be57f213';

-- Name: scoring_rippleitemscore pgtrigger_ripple_item_score_append_only_d67fa; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_item_score_append_only_d67fa BEFORE DELETE OR UPDATE ON public.scoring_rippleitemscore FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_item_score_append_only_d67fa();

-- Name: TRIGGER pgtrigger_ripple_item_score_append_only_d67fa ON scoring_rippleitemscore; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_item_score_append_only_d67fa ON public.scoring_rippleitemscore IS '475c0f6d708acaa8c99bc71dc0b8adb6bd24a9b5';

-- Name: reviewapp_ripplekey pgtrigger_ripple_key_append_only_90624; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_key_append_only_90624 BEFORE DELETE OR UPDATE ON public.reviewapp_ripplekey FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_key_append_only_90624();

-- Name: TRIGGER pgtrigger_ripple_key_append_only_90624 ON reviewapp_ripplekey; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_key_append_only_90624 ON public.reviewapp_ripplekey IS 'a7f5858c196cac23470981dd36d3635551991bff';

-- Name: reviewapp_rippleitem pgtrigger_ripple_moves_18db9; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_moves_18db9 BEFORE UPDATE ON public.reviewapp_rippleitem FOR EACH ROW WHEN (((((old.state)::text = 'proposed'::text) AND ((new.state)::text = 'accepted'::text)) OR (((old.state)::text = 'proposed'::text) AND ((new.state)::text = 'rejected'::text)) OR (((old.state)::text = 'in_review'::text) AND ((new.state)::text = 'proposed'::text)) OR (((old.state)::text = 'accepted'::text) AND ((new.state)::text = 'proposed'::text)) OR (((old.state)::text = 'rejected'::text) AND ((new.state)::text = 'proposed'::text)) OR (((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'proposed'::text)) OR (((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'in_review'::text)) OR (((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'accepted'::text)) OR (((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'rejected'::text)))) EXECUTE FUNCTION public.pgtrigger_ripple_moves_18db9();

-- Name: TRIGGER pgtrigger_ripple_moves_18db9 ON reviewapp_rippleitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_moves_18db9 ON public.reviewapp_rippleitem IS '234919512bd534c0cba9bcf1b9ac6e4a8fc853f9';

-- Name: scoring_ripplepiece pgtrigger_ripple_piece_append_only_6d59e; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_piece_append_only_6d59e BEFORE DELETE OR UPDATE ON public.scoring_ripplepiece FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_piece_append_only_6d59e();

-- Name: TRIGGER pgtrigger_ripple_piece_append_only_6d59e ON scoring_ripplepiece; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_piece_append_only_6d59e ON public.scoring_ripplepiece IS 'f8a48a5f6529faa2c5d7bd1bb99ee6ebfc9dfe48';

-- Name: reviewapp_rippleitem pgtrigger_ripple_public_stays_0801e; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_public_stays_0801e BEFORE DELETE OR UPDATE OF code, item_id, public, n_documents, n_units, batch_id, record_sha256 ON public.reviewapp_rippleitem FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_public_stays_0801e();

-- Name: TRIGGER pgtrigger_ripple_public_stays_0801e ON reviewapp_rippleitem; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_public_stays_0801e ON public.reviewapp_rippleitem IS '8deafee266e1fee8d15c8fd60f5e26a22b441d54';

-- Name: scoring_rippleresponse pgtrigger_ripple_response_append_only_e52e6; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_response_append_only_e52e6 BEFORE DELETE OR UPDATE ON public.scoring_rippleresponse FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_response_append_only_e52e6();

-- Name: TRIGGER pgtrigger_ripple_response_append_only_e52e6 ON scoring_rippleresponse; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_response_append_only_e52e6 ON public.scoring_rippleresponse IS 'c8e2e5c368676de45a05259b64c8aef18cddbb09';

-- Name: scoring_ripplerun pgtrigger_ripple_run_append_only_b51e5; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_run_append_only_b51e5 BEFORE DELETE OR UPDATE ON public.scoring_ripplerun FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_run_append_only_b51e5();

-- Name: TRIGGER pgtrigger_ripple_run_append_only_b51e5 ON scoring_ripplerun; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_run_append_only_b51e5 ON public.scoring_ripplerun IS '8b4b6683556cab7c7cc6bf85e3438bcea4f2cf39';

-- Name: scoring_ripplescore pgtrigger_ripple_score_append_only_b7322; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_score_append_only_b7322 BEFORE DELETE OR UPDATE ON public.scoring_ripplescore FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_score_append_only_b7322();

-- Name: TRIGGER pgtrigger_ripple_score_append_only_b7322 ON scoring_ripplescore; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_score_append_only_b7322 ON public.scoring_ripplescore IS '975625fe427ade404f4e71f0d9d816c9848fb2cb';

-- Name: scoring_ripplescoring pgtrigger_ripple_scoring_append_only_742ac; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_scoring_append_only_742ac BEFORE DELETE OR UPDATE ON public.scoring_ripplescoring FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_scoring_append_only_742ac();

-- Name: TRIGGER pgtrigger_ripple_scoring_append_only_742ac ON scoring_ripplescoring; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_scoring_append_only_742ac ON public.scoring_ripplescoring IS '7be9b44d814ce2ee0cf40087a79593d85cbd7e82';

-- Name: reviewapp_rippleseen pgtrigger_ripple_seen_append_only_6ff07; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_seen_append_only_6ff07 BEFORE DELETE OR UPDATE ON public.reviewapp_rippleseen FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_ripple_seen_append_only_6ff07();

-- Name: TRIGGER pgtrigger_ripple_seen_append_only_6ff07 ON reviewapp_rippleseen; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_seen_append_only_6ff07 ON public.reviewapp_rippleseen IS '4b265a750954c692bbc848ad665680dbb97681ee';

-- Name: reviewapp_rippleseen pgtrigger_ripple_seen_is_lawful_46359; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_ripple_seen_is_lawful_46359 BEFORE INSERT ON public.reviewapp_rippleseen FOR EACH ROW WHEN (((new.what)::text = 'hidden'::text)) EXECUTE FUNCTION public.pgtrigger_ripple_seen_is_lawful_46359();

-- Name: TRIGGER pgtrigger_ripple_seen_is_lawful_46359 ON reviewapp_rippleseen; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_ripple_seen_is_lawful_46359 ON public.reviewapp_rippleseen IS 'c0f293d1e437e72474226ea9d4608bd8bcdcfdf4';

-- Name: scoring_runpiece pgtrigger_run_piece_append_only_75ff7; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_run_piece_append_only_75ff7 BEFORE DELETE OR UPDATE ON public.scoring_runpiece FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_run_piece_append_only_75ff7();

-- Name: TRIGGER pgtrigger_run_piece_append_only_75ff7 ON scoring_runpiece; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_run_piece_append_only_75ff7 ON public.scoring_runpiece IS 'fb4583e518370e62f69d81469104a4c410ab16c9';

-- Name: scoring_rung pgtrigger_rung_append_only_12454; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_rung_append_only_12454 BEFORE DELETE OR UPDATE ON public.scoring_rung FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_rung_append_only_12454();

-- Name: TRIGGER pgtrigger_rung_append_only_12454 ON scoring_rung; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_rung_append_only_12454 ON public.scoring_rung IS 'e54bc084773741a2bf213c539375a4cae2fb46de';

-- Name: scoring_score pgtrigger_score_append_only_3e56f; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_score_append_only_3e56f BEFORE DELETE OR UPDATE ON public.scoring_score FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_score_append_only_3e56f();

-- Name: TRIGGER pgtrigger_score_append_only_3e56f ON scoring_score; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_score_append_only_3e56f ON public.scoring_score IS '0b2fa5c6c736e20b1d115bdc7216479ebeb25133';

-- Name: reviewapp_slot pgtrigger_slot_moves_5c488; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_slot_moves_5c488 BEFORE UPDATE ON public.reviewapp_slot FOR EACH ROW WHEN (((((old.state)::text = 'free'::text) AND ((new.state)::text = 'committed'::text)) OR (((old.state)::text = 'committed'::text) AND ((new.state)::text = 'free'::text)) OR (((old.state)::text = 'committed'::text) AND ((new.state)::text = 'claimed'::text)) OR (((old.state)::text = 'committed'::text) AND ((new.state)::text = 'void'::text)) OR (((old.state)::text = 'void'::text) AND ((new.state)::text = 'free'::text)) OR (((old.state)::text = 'void'::text) AND ((new.state)::text = 'claimed'::text)) OR (((old.state)::text = 'void'::text) AND ((new.state)::text = 'committed'::text)))) EXECUTE FUNCTION public.pgtrigger_slot_moves_5c488();

-- Name: TRIGGER pgtrigger_slot_moves_5c488 ON reviewapp_slot; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_slot_moves_5c488 ON public.reviewapp_slot IS 'f05871baf09877a96931292ee62adb958d991947';

-- Name: reviewapp_slot pgtrigger_slot_of_ripple_8412a; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_slot_of_ripple_8412a BEFORE INSERT OR UPDATE ON public.reviewapp_slot FOR EACH ROW WHEN (((new.stage)::text = ANY (ARRAY[('blind'::character varying)::text, ('closure'::character varying)::text]))) EXECUTE FUNCTION public.pgtrigger_slot_of_ripple_8412a();

-- Name: TRIGGER pgtrigger_slot_of_ripple_8412a ON reviewapp_slot; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_slot_of_ripple_8412a ON public.reviewapp_slot IS 'ede2b2a69dc7f11dbb3dfcb27a850eea33ab18d2';

-- Name: reviewapp_sourcefile pgtrigger_source_file_append_only_bd2ed; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_source_file_append_only_bd2ed BEFORE DELETE OR UPDATE ON public.reviewapp_sourcefile FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_source_file_append_only_bd2ed();

-- Name: TRIGGER pgtrigger_source_file_append_only_bd2ed ON reviewapp_sourcefile; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_source_file_append_only_bd2ed ON public.reviewapp_sourcefile IS '2aa932b6f3d90a3934a831264c93063afcf21bc7';

-- Name: reviewapp_task pgtrigger_task_moves_47875; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_task_moves_47875 BEFORE UPDATE ON public.reviewapp_task FOR EACH ROW WHEN (((((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'open'::text)) OR (((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'disputed'::text)) OR (((old.state)::text = 'withdrawn'::text) AND ((new.state)::text = 'decided'::text)))) EXECUTE FUNCTION public.pgtrigger_task_moves_47875();

-- Name: TRIGGER pgtrigger_task_moves_47875 ON reviewapp_task; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_task_moves_47875 ON public.reviewapp_task IS 'dbe9bcab5a06f203db1658ef439edb59aaadaaed';

-- Name: reviewapp_collisionverdict pgtrigger_verdict_append_only_e508d; Type: TRIGGER; Schema: public; Owner: -

CREATE TRIGGER pgtrigger_verdict_append_only_e508d BEFORE DELETE OR UPDATE ON public.reviewapp_collisionverdict FOR EACH ROW EXECUTE FUNCTION public.pgtrigger_verdict_append_only_e508d();

-- Name: TRIGGER pgtrigger_verdict_append_only_e508d ON reviewapp_collisionverdict; Type: COMMENT; Schema: public; Owner: -

COMMENT ON TRIGGER pgtrigger_verdict_append_only_e508d ON public.reviewapp_collisionverdict IS '373caf3588c2226b8035625427c10f86fe8b5bb5';

-- Name: auth_group_permissions auth_group_permissio_permission_id_84c5c92e_fk_auth_perm; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: auth_group_permissions auth_group_permissions_group_id_b120cbf9_fk_auth_group_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: auth_permission auth_permission_content_type_id_2f476e4b_fk_django_co; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: axes_accessattemptexpiration axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce FOREIGN KEY (access_attempt_id) REFERENCES public.axes_accessattempt(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_constructionpiece benchmark_constructi_construction_id_2f77380d_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_constructionpiece
    ADD CONSTRAINT benchmark_constructi_construction_id_2f77380d_fk_benchmark FOREIGN KEY (construction_id) REFERENCES public.benchmark_construction(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_construction benchmark_constructi_created_by_id_2bc58349_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_construction
    ADD CONSTRAINT benchmark_constructi_created_by_id_2bc58349_fk_reviewapp FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_constructiondecision benchmark_constructi_entered_by_id_e489bcb9_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_constructiondecision
    ADD CONSTRAINT benchmark_constructi_entered_by_id_e489bcb9_fk_reviewapp FOREIGN KEY (entered_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_construction benchmark_constructi_handed_id_beb451ff_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_construction
    ADD CONSTRAINT benchmark_constructi_handed_id_beb451ff_fk_reviewapp FOREIGN KEY (handed_id) REFERENCES public.reviewapp_upload(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_construction benchmark_constructi_upload_id_8a3f3f94_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_construction
    ADD CONSTRAINT benchmark_constructi_upload_id_8a3f3f94_fk_reviewapp FOREIGN KEY (upload_id) REFERENCES public.reviewapp_upload(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_construction benchmark_construction_job_id_f6882e19_fk_reviewapp_job_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_construction
    ADD CONSTRAINT benchmark_construction_job_id_f6882e19_fk_reviewapp_job_id FOREIGN KEY (job_id) REFERENCES public.reviewapp_job(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_erratum benchmark_erratum_created_by_id_5cd640c2_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_erratum
    ADD CONSTRAINT benchmark_erratum_created_by_id_5cd640c2_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_erratum benchmark_erratum_item_id_6ff82517_fk_benchmark_releaseitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_erratum
    ADD CONSTRAINT benchmark_erratum_item_id_6ff82517_fk_benchmark_releaseitem_id FOREIGN KEY (item_id) REFERENCES public.benchmark_releaseitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_erratum benchmark_erratum_release_id_11548976_fk_benchmark_release_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_erratum
    ADD CONSTRAINT benchmark_erratum_release_id_11548976_fk_benchmark_release_id FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_erratum benchmark_erratum_ripple_id_ae0dad18_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_erratum
    ADD CONSTRAINT benchmark_erratum_ripple_id_ae0dad18_fk_benchmark FOREIGN KEY (ripple_id) REFERENCES public.benchmark_releaseripple(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_release benchmark_release_created_by_id_9243db37_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_release
    ADD CONSTRAINT benchmark_release_created_by_id_9243db37_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_release benchmark_release_replaces_id_7e1cc442_fk_benchmark_release_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_release
    ADD CONSTRAINT benchmark_release_replaces_id_7e1cc442_fk_benchmark_release_id FOREIGN KEY (replaces_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releasecollision benchmark_releasecol_release_id_952c8eab_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasecollision
    ADD CONSTRAINT benchmark_releasecol_release_id_952c8eab_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releasedecision benchmark_releasedec_release_id_d259a7fe_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedecision
    ADD CONSTRAINT benchmark_releasedec_release_id_d259a7fe_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releasedocument benchmark_releasedoc_document_id_75aafe62_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedocument
    ADD CONSTRAINT benchmark_releasedoc_document_id_75aafe62_fk_reviewapp FOREIGN KEY (document_id) REFERENCES public.reviewapp_document(doc_id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releasedocument benchmark_releasedoc_release_id_765c0d4b_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releasedocument
    ADD CONSTRAINT benchmark_releasedoc_release_id_765c0d4b_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releaseitem benchmark_releaseite_release_id_07bf5214_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseitem
    ADD CONSTRAINT benchmark_releaseite_release_id_07bf5214_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releaseline benchmark_releaselin_release_id_0467bd24_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseline
    ADD CONSTRAINT benchmark_releaselin_release_id_0467bd24_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: benchmark_releaseripple benchmark_releaserip_release_id_43d2f023_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.benchmark_releaseripple
    ADD CONSTRAINT benchmark_releaserip_release_id_43d2f023_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_campaign reviewapp_campaign_created_by_id_201014a2_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_campaign
    ADD CONSTRAINT reviewapp_campaign_created_by_id_201014a2_fk_reviewapp FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_campaign reviewapp_campaign_guideline_id_395d94eb_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_campaign
    ADD CONSTRAINT reviewapp_campaign_guideline_id_395d94eb_fk_reviewapp FOREIGN KEY (guideline_id) REFERENCES public.reviewapp_guidelineversion(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidateassignment reviewapp_candidatea_candidate_id_043c5bd2_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidateassignment
    ADD CONSTRAINT reviewapp_candidatea_candidate_id_043c5bd2_fk_reviewapp FOREIGN KEY (candidate_id) REFERENCES public.reviewapp_collisioncandidate(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidateassignment reviewapp_candidatea_task_id_af430019_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidateassignment
    ADD CONSTRAINT reviewapp_candidatea_task_id_af430019_fk_reviewapp FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidatedecision reviewapp_candidated_candidate_id_1d051559_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT reviewapp_candidated_candidate_id_1d051559_fk_reviewapp FOREIGN KEY (candidate_id) REFERENCES public.reviewapp_collisioncandidate(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidatedecision reviewapp_candidated_guideline_id_04d96db3_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT reviewapp_candidated_guideline_id_04d96db3_fk_reviewapp FOREIGN KEY (guideline_id) REFERENCES public.reviewapp_guidelineversion(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidatedecision reviewapp_candidated_person_id_59ab5ee9_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT reviewapp_candidated_person_id_59ab5ee9_fk_reviewapp FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidatedecision reviewapp_candidated_slot_id_78fd997b_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT reviewapp_candidated_slot_id_78fd997b_fk_reviewapp FOREIGN KEY (slot_id) REFERENCES public.reviewapp_slot(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_candidatedecision reviewapp_candidated_task_id_ad8ca6be_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_candidatedecision
    ADD CONSTRAINT reviewapp_candidated_task_id_ad8ca6be_fk_reviewapp FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_collisioncandidate reviewapp_collisionc_document_id_5389a3f2_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisioncandidate
    ADD CONSTRAINT reviewapp_collisionc_document_id_5389a3f2_fk_reviewapp FOREIGN KEY (document_id) REFERENCES public.reviewapp_document(doc_id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_collisioncandidate reviewapp_collisionc_item_id_dfbaf2ea_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisioncandidate
    ADD CONSTRAINT reviewapp_collisionc_item_id_dfbaf2ea_fk_reviewapp FOREIGN KEY (item_id) REFERENCES public.reviewapp_evidenceitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_collisionplan reviewapp_collisionp_campaign_id_b0a3d8f5_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionplan
    ADD CONSTRAINT reviewapp_collisionp_campaign_id_b0a3d8f5_fk_reviewapp FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_collisionstanding reviewapp_collisions_task_id_a28091d4_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionstanding
    ADD CONSTRAINT reviewapp_collisions_task_id_a28091d4_fk_reviewapp FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_collisionverdict reviewapp_collisionv_candidate_id_eccb6272_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_collisionverdict
    ADD CONSTRAINT reviewapp_collisionv_candidate_id_eccb6272_fk_reviewapp FOREIGN KEY (candidate_id) REFERENCES public.reviewapp_collisioncandidate(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_disagreement reviewapp_disagreeme_campaign_id_0e1ac8b5_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_disagreement
    ADD CONSTRAINT reviewapp_disagreeme_campaign_id_0e1ac8b5_fk_reviewapp FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_disagreement reviewapp_disagreeme_claimed_by_id_83fd240d_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_disagreement
    ADD CONSTRAINT reviewapp_disagreeme_claimed_by_id_83fd240d_fk_reviewapp FOREIGN KEY (claimed_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_disagreement reviewapp_disagreement_task_id_09f0440d_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_disagreement
    ADD CONSTRAINT reviewapp_disagreement_task_id_09f0440d_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_document reviewapp_document_alias_of_id_6db553d5_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_document
    ADD CONSTRAINT reviewapp_document_alias_of_id_6db553d5_fk_reviewapp FOREIGN KEY (alias_of_id) REFERENCES public.reviewapp_document(doc_id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_document reviewapp_document_source_id_c76ef844_fk_reviewapp_source_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_document
    ADD CONSTRAINT reviewapp_document_source_id_c76ef844_fk_reviewapp_source_id FOREIGN KEY (source_id) REFERENCES public.reviewapp_source(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_draft reviewapp_draft_person_id_376fe59c_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_draft
    ADD CONSTRAINT reviewapp_draft_person_id_376fe59c_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_draft reviewapp_draft_revises_id_edd5599e_fk_reviewapp_return_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_draft
    ADD CONSTRAINT reviewapp_draft_revises_id_edd5599e_fk_reviewapp_return_id FOREIGN KEY (revises_id) REFERENCES public.reviewapp_return(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_draft reviewapp_draft_task_id_8d612213_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_draft
    ADD CONSTRAINT reviewapp_draft_task_id_8d612213_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_event reviewapp_event_actor_id_f9362438_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_event
    ADD CONSTRAINT reviewapp_event_actor_id_f9362438_fk_reviewapp_person_id FOREIGN KEY (actor_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_event reviewapp_event_campaign_id_203796a2_fk_reviewapp_campaign_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_event
    ADD CONSTRAINT reviewapp_event_campaign_id_203796a2_fk_reviewapp_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_event reviewapp_event_item_id_23f4c52b_fk_reviewapp_evidenceitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_event
    ADD CONSTRAINT reviewapp_event_item_id_23f4c52b_fk_reviewapp_evidenceitem_id FOREIGN KEY (item_id) REFERENCES public.reviewapp_evidenceitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_event reviewapp_event_ripple_id_47f97b76_fk_reviewapp_rippleitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_event
    ADD CONSTRAINT reviewapp_event_ripple_id_47f97b76_fk_reviewapp_rippleitem_id FOREIGN KEY (ripple_id) REFERENCES public.reviewapp_rippleitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_event reviewapp_event_task_id_9f871119_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_event
    ADD CONSTRAINT reviewapp_event_task_id_9f871119_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_evidenceitem reviewapp_evidenceit_source_id_edd898ec_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_evidenceitem
    ADD CONSTRAINT reviewapp_evidenceit_source_id_edd898ec_fk_reviewapp FOREIGN KEY (source_id) REFERENCES public.reviewapp_source(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_guidelineversion reviewapp_guidelinev_campaign_id_0fa476e6_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_guidelineversion
    ADD CONSTRAINT reviewapp_guidelinev_campaign_id_0fa476e6_fk_reviewapp FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_guidelineversion reviewapp_guidelinev_created_by_id_bef160ea_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_guidelineversion
    ADD CONSTRAINT reviewapp_guidelinev_created_by_id_bef160ea_fk_reviewapp FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_heartbeat reviewapp_heartbeat_person_id_8ccda590_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_heartbeat
    ADD CONSTRAINT reviewapp_heartbeat_person_id_8ccda590_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_heartbeat reviewapp_heartbeat_task_id_45e969e3_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_heartbeat
    ADD CONSTRAINT reviewapp_heartbeat_task_id_45e969e3_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_job reviewapp_job_created_by_id_a7d9e885_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_job
    ADD CONSTRAINT reviewapp_job_created_by_id_a7d9e885_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_jobline reviewapp_jobline_job_id_2a752323_fk_reviewapp_job_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_jobline
    ADD CONSTRAINT reviewapp_jobline_job_id_2a752323_fk_reviewapp_job_id FOREIGN KEY (job_id) REFERENCES public.reviewapp_job(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_membership reviewapp_membership_campaign_id_e6689070_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_membership
    ADD CONSTRAINT reviewapp_membership_campaign_id_e6689070_fk_reviewapp FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_membership reviewapp_membership_person_id_f2ab248a_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_membership
    ADD CONSTRAINT reviewapp_membership_person_id_f2ab248a_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_onetimelink reviewapp_onetimelin_issued_by_id_0267391c_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_onetimelink
    ADD CONSTRAINT reviewapp_onetimelin_issued_by_id_0267391c_fk_reviewapp FOREIGN KEY (issued_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_onetimelink reviewapp_onetimelink_person_id_a0d852ea_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_onetimelink
    ADD CONSTRAINT reviewapp_onetimelink_person_id_a0d852ea_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_outcome reviewapp_outcome_adjudicator_id_40960179_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_adjudicator_id_40960179_fk_reviewapp FOREIGN KEY (adjudicator_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_outcome reviewapp_outcome_campaign_id_43812bf7_fk_reviewapp_campaign_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_campaign_id_43812bf7_fk_reviewapp_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_outcome reviewapp_outcome_disagreement_id_7b177736_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_disagreement_id_7b177736_fk_reviewapp FOREIGN KEY (disagreement_id) REFERENCES public.reviewapp_disagreement(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_outcome reviewapp_outcome_guideline_id_390f29d5_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_guideline_id_390f29d5_fk_reviewapp FOREIGN KEY (guideline_id) REFERENCES public.reviewapp_guidelineversion(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_outcome reviewapp_outcome_task_id_c560cba5_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_outcome
    ADD CONSTRAINT reviewapp_outcome_task_id_c560cba5_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_person_groups reviewapp_person_gro_person_id_285f253a_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_groups
    ADD CONSTRAINT reviewapp_person_gro_person_id_285f253a_fk_reviewapp FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_person_groups reviewapp_person_groups_group_id_bb769ea0_fk_auth_group_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_groups
    ADD CONSTRAINT reviewapp_person_groups_group_id_bb769ea0_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_person_user_permissions reviewapp_person_use_permission_id_d7521fbf_fk_auth_perm; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_user_permissions
    ADD CONSTRAINT reviewapp_person_use_permission_id_d7521fbf_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_person_user_permissions reviewapp_person_use_person_id_8a56116b_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_person_user_permissions
    ADD CONSTRAINT reviewapp_person_use_person_id_8a56116b_fk_reviewapp FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_question reviewapp_question_asker_id_4441c693_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_question
    ADD CONSTRAINT reviewapp_question_asker_id_4441c693_fk_reviewapp_person_id FOREIGN KEY (asker_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_question reviewapp_question_author_id_64ce315a_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_question
    ADD CONSTRAINT reviewapp_question_author_id_64ce315a_fk_reviewapp_person_id FOREIGN KEY (author_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_question reviewapp_question_campaign_id_412500a9_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_question
    ADD CONSTRAINT reviewapp_question_campaign_id_412500a9_fk_reviewapp FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_question reviewapp_question_task_id_a6dc5083_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_question
    ADD CONSTRAINT reviewapp_question_task_id_a6dc5083_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_return reviewapp_return_campaign_id_9b0d0b29_fk_reviewapp_campaign_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_campaign_id_9b0d0b29_fk_reviewapp_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_return reviewapp_return_guideline_id_3acf0981_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_guideline_id_3acf0981_fk_reviewapp FOREIGN KEY (guideline_id) REFERENCES public.reviewapp_guidelineversion(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_return reviewapp_return_person_id_4d42d0c3_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_person_id_4d42d0c3_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_return reviewapp_return_slot_id_15815c92_fk_reviewapp_slot_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_slot_id_15815c92_fk_reviewapp_slot_id FOREIGN KEY (slot_id) REFERENCES public.reviewapp_slot(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_return reviewapp_return_supersedes_id_1001686e_fk_reviewapp_return_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_supersedes_id_1001686e_fk_reviewapp_return_id FOREIGN KEY (supersedes_id) REFERENCES public.reviewapp_return(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_return reviewapp_return_task_id_51b97c50_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_return
    ADD CONSTRAINT reviewapp_return_task_id_51b97c50_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_rippleassent reviewapp_rippleasse_outcome_id_a355fc81_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleassent
    ADD CONSTRAINT reviewapp_rippleasse_outcome_id_a355fc81_fk_reviewapp FOREIGN KEY (outcome_id) REFERENCES public.reviewapp_outcome(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_rippleassent reviewapp_rippleasse_person_id_4ee1e64c_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleassent
    ADD CONSTRAINT reviewapp_rippleasse_person_id_4ee1e64c_fk_reviewapp FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_ripplebatch reviewapp_ripplebatc_imported_by_id_4e328fc0_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplebatch
    ADD CONSTRAINT reviewapp_ripplebatc_imported_by_id_4e328fc0_fk_reviewapp FOREIGN KEY (imported_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_ripplecomment reviewapp_ripplecomm_person_id_eec341f7_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplecomment
    ADD CONSTRAINT reviewapp_ripplecomm_person_id_eec341f7_fk_reviewapp FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_ripplecomment reviewapp_ripplecomment_task_id_ebc1030f_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplecomment
    ADD CONSTRAINT reviewapp_ripplecomment_task_id_ebc1030f_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_rippleexclusion reviewapp_rippleexcl_added_by_id_620db779_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleexclusion
    ADD CONSTRAINT reviewapp_rippleexcl_added_by_id_620db779_fk_reviewapp FOREIGN KEY (added_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_rippleitem reviewapp_rippleitem_batch_id_82eefee5_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleitem
    ADD CONSTRAINT reviewapp_rippleitem_batch_id_82eefee5_fk_reviewapp FOREIGN KEY (batch_id) REFERENCES public.reviewapp_ripplebatch(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_ripplekey reviewapp_ripplekey_item_id_3a15147e_fk_reviewapp_rippleitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_ripplekey
    ADD CONSTRAINT reviewapp_ripplekey_item_id_3a15147e_fk_reviewapp_rippleitem_id FOREIGN KEY (item_id) REFERENCES public.reviewapp_rippleitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_rippleseen reviewapp_rippleseen_item_id_594bd398_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleseen
    ADD CONSTRAINT reviewapp_rippleseen_item_id_594bd398_fk_reviewapp FOREIGN KEY (item_id) REFERENCES public.reviewapp_rippleitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_rippleseen reviewapp_rippleseen_person_id_b3c49758_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_rippleseen
    ADD CONSTRAINT reviewapp_rippleseen_person_id_b3c49758_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_slot reviewapp_slot_campaign_id_fd7efe8a_fk_reviewapp_campaign_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT reviewapp_slot_campaign_id_fd7efe8a_fk_reviewapp_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_slot reviewapp_slot_person_id_74a8e964_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT reviewapp_slot_person_id_74a8e964_fk_reviewapp_person_id FOREIGN KEY (person_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_slot reviewapp_slot_replaces_id_d0df434a_fk_reviewapp_slot_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT reviewapp_slot_replaces_id_d0df434a_fk_reviewapp_slot_id FOREIGN KEY (replaces_id) REFERENCES public.reviewapp_slot(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_slot reviewapp_slot_task_id_4a67a91d_fk_reviewapp_task_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_slot
    ADD CONSTRAINT reviewapp_slot_task_id_4a67a91d_fk_reviewapp_task_id FOREIGN KEY (task_id) REFERENCES public.reviewapp_task(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_sourcefile reviewapp_sourcefile_imported_by_id_987a4bd2_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_sourcefile
    ADD CONSTRAINT reviewapp_sourcefile_imported_by_id_987a4bd2_fk_reviewapp FOREIGN KEY (imported_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_sourcefile reviewapp_sourcefile_source_id_a61263b9_fk_reviewapp_source_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_sourcefile
    ADD CONSTRAINT reviewapp_sourcefile_source_id_a61263b9_fk_reviewapp_source_id FOREIGN KEY (source_id) REFERENCES public.reviewapp_source(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_task reviewapp_task_campaign_id_94cdd5fc_fk_reviewapp_campaign_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_task
    ADD CONSTRAINT reviewapp_task_campaign_id_94cdd5fc_fk_reviewapp_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.reviewapp_campaign(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_task reviewapp_task_guideline_id_68274131_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_task
    ADD CONSTRAINT reviewapp_task_guideline_id_68274131_fk_reviewapp FOREIGN KEY (guideline_id) REFERENCES public.reviewapp_guidelineversion(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_task reviewapp_task_item_id_3b7e9c91_fk_reviewapp_evidenceitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_task
    ADD CONSTRAINT reviewapp_task_item_id_3b7e9c91_fk_reviewapp_evidenceitem_id FOREIGN KEY (item_id) REFERENCES public.reviewapp_evidenceitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_task reviewapp_task_ripple_id_aa913d4a_fk_reviewapp_rippleitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_task
    ADD CONSTRAINT reviewapp_task_ripple_id_aa913d4a_fk_reviewapp_rippleitem_id FOREIGN KEY (ripple_id) REFERENCES public.reviewapp_rippleitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_upload reviewapp_upload_created_by_id_e965286c_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_upload
    ADD CONSTRAINT reviewapp_upload_created_by_id_e965286c_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_upload reviewapp_upload_job_id_21ae2b42_fk_reviewapp_job_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_upload
    ADD CONSTRAINT reviewapp_upload_job_id_21ae2b42_fk_reviewapp_job_id FOREIGN KEY (job_id) REFERENCES public.reviewapp_job(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: reviewapp_uploadpiece reviewapp_uploadpiece_upload_id_958b0832_fk_reviewapp_upload_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.reviewapp_uploadpiece
    ADD CONSTRAINT reviewapp_uploadpiece_upload_id_958b0832_fk_reviewapp_upload_id FOREIGN KEY (upload_id) REFERENCES public.reviewapp_upload(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_board scoring_board_created_by_id_5414ea25_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_board
    ADD CONSTRAINT scoring_board_created_by_id_5414ea25_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_board scoring_board_release_id_396fd7db_fk_benchmark_release_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_board
    ADD CONSTRAINT scoring_board_release_id_396fd7db_fk_benchmark_release_id FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_comparison scoring_comparison_board_id_df6e20d0_fk_scoring_board_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_comparison
    ADD CONSTRAINT scoring_comparison_board_id_df6e20d0_fk_scoring_board_id FOREIGN KEY (board_id) REFERENCES public.scoring_board(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_configuration scoring_configuratio_registered_by_id_8319f5a6_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_configuration
    ADD CONSTRAINT scoring_configuratio_registered_by_id_8319f5a6_fk_reviewapp FOREIGN KEY (registered_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_configuration scoring_configuratio_release_id_aaf9d622_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_configuration
    ADD CONSTRAINT scoring_configuratio_release_id_aaf9d622_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_controlreport scoring_controlrepor_asked_by_id_467ee34a_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT scoring_controlrepor_asked_by_id_467ee34a_fk_reviewapp FOREIGN KEY (asked_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_controlreport scoring_controlrepor_construction_id_c354bf71_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT scoring_controlrepor_construction_id_c354bf71_fk_benchmark FOREIGN KEY (construction_id) REFERENCES public.benchmark_construction(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_controlreport scoring_controlrepor_release_id_a115b9ed_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_controlreport
    ADD CONSTRAINT scoring_controlrepor_release_id_a115b9ed_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedattempt scoring_hostedattemp_request_id_9654eff9_fk_scoring_h; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedattempt
    ADD CONSTRAINT scoring_hostedattemp_request_id_9654eff9_fk_scoring_h FOREIGN KEY (request_id) REFERENCES public.scoring_hostedrequest(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedrequest scoring_hostedreques_item_id_84c5b498_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrequest
    ADD CONSTRAINT scoring_hostedreques_item_id_84c5b498_fk_benchmark FOREIGN KEY (item_id) REFERENCES public.benchmark_releaseripple(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedrequest scoring_hostedrequest_run_id_0ce340b8_fk_scoring_hostedrun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrequest
    ADD CONSTRAINT scoring_hostedrequest_run_id_0ce340b8_fk_scoring_hostedrun_id FOREIGN KEY (run_id) REFERENCES public.scoring_hostedrun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedrun scoring_hostedrun_configuration_id_30cb8ae4_fk_scoring_c; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrun
    ADD CONSTRAINT scoring_hostedrun_configuration_id_30cb8ae4_fk_scoring_c FOREIGN KEY (configuration_id) REFERENCES public.scoring_configuration(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedrun scoring_hostedrun_created_by_id_3f0b3e28_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrun
    ADD CONSTRAINT scoring_hostedrun_created_by_id_3f0b3e28_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedrun scoring_hostedrun_job_id_76535d44_fk_reviewapp_job_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrun
    ADD CONSTRAINT scoring_hostedrun_job_id_76535d44_fk_reviewapp_job_id FOREIGN KEY (job_id) REFERENCES public.reviewapp_job(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_hostedrun scoring_hostedrun_release_id_eeed63a9_fk_benchmark_release_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_hostedrun
    ADD CONSTRAINT scoring_hostedrun_release_id_eeed63a9_fk_benchmark_release_id FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_itemresult scoring_itemresult_item_id_82168b8a_fk_benchmark_releaseitem_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_itemresult
    ADD CONSTRAINT scoring_itemresult_item_id_82168b8a_fk_benchmark_releaseitem_id FOREIGN KEY (item_id) REFERENCES public.benchmark_releaseitem(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_itemresult scoring_itemresult_rung_id_52861cc6_fk_scoring_rung_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_itemresult
    ADD CONSTRAINT scoring_itemresult_rung_id_52861cc6_fk_scoring_rung_id FOREIGN KEY (rung_id) REFERENCES public.scoring_rung(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_manifestline scoring_manifestline_configuration_id_4941a79a_fk_scoring_c; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_configuration_id_4941a79a_fk_scoring_c FOREIGN KEY (configuration_id) REFERENCES public.scoring_configuration(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_manifestline scoring_manifestline_release_id_821cafba_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_release_id_821cafba_fk_benchmark FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_manifestline scoring_manifestline_replaces_id_603564fc_fk_scoring_m; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_replaces_id_603564fc_fk_scoring_m FOREIGN KEY (replaces_id) REFERENCES public.scoring_manifestline(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_manifestline scoring_manifestline_run_id_5a0fa41d_fk_scoring_ripplerun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_run_id_5a0fa41d_fk_scoring_ripplerun_id FOREIGN KEY (run_id) REFERENCES public.scoring_ripplerun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_manifestline scoring_manifestline_written_by_id_d04b8640_fk_reviewapp; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_manifestline
    ADD CONSTRAINT scoring_manifestline_written_by_id_d04b8640_fk_reviewapp FOREIGN KEY (written_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_recoverychart scoring_recoverychar_comparison_id_bef8ee12_fk_scoring_c; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_recoverychart
    ADD CONSTRAINT scoring_recoverychar_comparison_id_bef8ee12_fk_scoring_c FOREIGN KEY (comparison_id) REFERENCES public.scoring_comparison(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_rippleitemscore scoring_rippleitemsc_item_id_7e2c4872_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleitemscore
    ADD CONSTRAINT scoring_rippleitemsc_item_id_7e2c4872_fk_benchmark FOREIGN KEY (item_id) REFERENCES public.benchmark_releaseripple(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_rippleitemscore scoring_rippleitemsc_scoring_id_88e8734f_fk_scoring_r; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleitemscore
    ADD CONSTRAINT scoring_rippleitemsc_scoring_id_88e8734f_fk_scoring_r FOREIGN KEY (scoring_id) REFERENCES public.scoring_ripplescoring(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplepiece scoring_ripplepiece_run_id_52351d1a_fk_scoring_ripplerun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplepiece
    ADD CONSTRAINT scoring_ripplepiece_run_id_52351d1a_fk_scoring_ripplerun_id FOREIGN KEY (run_id) REFERENCES public.scoring_ripplerun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_rippleresponse scoring_ripplerespon_item_id_6532229f_fk_benchmark; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleresponse
    ADD CONSTRAINT scoring_ripplerespon_item_id_6532229f_fk_benchmark FOREIGN KEY (item_id) REFERENCES public.benchmark_releaseripple(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_rippleresponse scoring_rippleresponse_run_id_6be397df_fk_scoring_ripplerun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rippleresponse
    ADD CONSTRAINT scoring_rippleresponse_run_id_6be397df_fk_scoring_ripplerun_id FOREIGN KEY (run_id) REFERENCES public.scoring_ripplerun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplerun scoring_ripplerun_configuration_id_e13d4ed8_fk_scoring_c; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT scoring_ripplerun_configuration_id_e13d4ed8_fk_scoring_c FOREIGN KEY (configuration_id) REFERENCES public.scoring_configuration(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplerun scoring_ripplerun_created_by_id_ea15e863_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT scoring_ripplerun_created_by_id_ea15e863_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplerun scoring_ripplerun_job_id_ed79e046_fk_reviewapp_job_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT scoring_ripplerun_job_id_ed79e046_fk_reviewapp_job_id FOREIGN KEY (job_id) REFERENCES public.reviewapp_job(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplerun scoring_ripplerun_release_id_df4fcdd2_fk_benchmark_release_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplerun
    ADD CONSTRAINT scoring_ripplerun_release_id_df4fcdd2_fk_benchmark_release_id FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplescore scoring_ripplescore_scoring_id_bc6a9237_fk_scoring_r; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescore
    ADD CONSTRAINT scoring_ripplescore_scoring_id_bc6a9237_fk_scoring_r FOREIGN KEY (scoring_id) REFERENCES public.scoring_ripplescoring(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplescoring scoring_ripplescoring_board_id_643d6ad3_fk_scoring_board_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescoring
    ADD CONSTRAINT scoring_ripplescoring_board_id_643d6ad3_fk_scoring_board_id FOREIGN KEY (board_id) REFERENCES public.scoring_board(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_ripplescoring scoring_ripplescoring_run_id_6c21ac2b_fk_scoring_ripplerun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_ripplescoring
    ADD CONSTRAINT scoring_ripplescoring_run_id_6c21ac2b_fk_scoring_ripplerun_id FOREIGN KEY (run_id) REFERENCES public.scoring_ripplerun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_rung scoring_rung_run_id_1ea2b878_fk_scoring_storedrun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_rung
    ADD CONSTRAINT scoring_rung_run_id_1ea2b878_fk_scoring_storedrun_id FOREIGN KEY (run_id) REFERENCES public.scoring_storedrun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_runpiece scoring_runpiece_run_id_a8a38cc2_fk_scoring_storedrun_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_runpiece
    ADD CONSTRAINT scoring_runpiece_run_id_a8a38cc2_fk_scoring_storedrun_id FOREIGN KEY (run_id) REFERENCES public.scoring_storedrun(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_score scoring_score_rung_id_4c6865d8_fk_scoring_rung_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_score
    ADD CONSTRAINT scoring_score_rung_id_4c6865d8_fk_scoring_rung_id FOREIGN KEY (rung_id) REFERENCES public.scoring_rung(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_storedrun scoring_storedrun_created_by_id_175baf06_fk_reviewapp_person_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_storedrun
    ADD CONSTRAINT scoring_storedrun_created_by_id_175baf06_fk_reviewapp_person_id FOREIGN KEY (created_by_id) REFERENCES public.reviewapp_person(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_storedrun scoring_storedrun_job_id_063f067c_fk_reviewapp_job_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_storedrun
    ADD CONSTRAINT scoring_storedrun_job_id_063f067c_fk_reviewapp_job_id FOREIGN KEY (job_id) REFERENCES public.reviewapp_job(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: scoring_storedrun scoring_storedrun_release_id_d6ab4bcd_fk_benchmark_release_id; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.scoring_storedrun
    ADD CONSTRAINT scoring_storedrun_release_id_d6ab4bcd_fk_benchmark_release_id FOREIGN KEY (release_id) REFERENCES public.benchmark_release(id) DEFERRABLE INITIALLY DEFERRED;

-- PostgreSQL database dump complete


INSERT INTO public.django_migrations (app, name, applied) VALUES
	('contenttypes', '0001_initial', now()),
	('contenttypes', '0002_remove_content_type_name', now()),
	('auth', '0001_initial', now()),
	('auth', '0002_alter_permission_name_max_length', now()),
	('auth', '0003_alter_user_email_max_length', now()),
	('auth', '0004_alter_user_username_opts', now()),
	('auth', '0005_alter_user_last_login_null', now()),
	('auth', '0006_require_contenttypes_0002', now()),
	('auth', '0007_alter_validators_add_error_messages', now()),
	('auth', '0008_alter_user_username_max_length', now()),
	('auth', '0009_alter_user_last_name_max_length', now()),
	('auth', '0010_alter_group_name_max_length', now()),
	('auth', '0011_update_proxy_permissions', now()),
	('auth', '0012_alter_user_first_name_max_length', now()),
	('axes', '0001_initial', now()),
	('axes', '0002_auto_20151217_2044', now()),
	('axes', '0003_auto_20160322_0929', now()),
	('axes', '0004_auto_20181024_1538', now()),
	('axes', '0005_remove_accessattempt_trusted', now()),
	('axes', '0006_remove_accesslog_trusted', now()),
	('axes', '0007_alter_accessattempt_unique_together', now()),
	('axes', '0008_accessfailurelog', now()),
	('axes', '0009_add_session_hash', now()),
	('axes', '0010_accessattemptexpiration', now()),
	('reviewapp', '0001_initial', now()),
	('reviewapp', '0002_queue_groups_storage', now()),
	('reviewapp', '0003_collision_review', now()),
	('reviewapp', '0004_what_was_shown_and_stands', now()),
	('benchmark', '0001_initial', now()),
	('benchmark', '0002_release_collisions', now()),
	('benchmark', '0003_release_ripple', now()),
	('benchmark', '0004_constructions', now()),
	('benchmark', '0005_ripple_releases', now()),
	('benchmark', '0006_ripple_errata', now()),
	('reviewapp', '0005_ripple_review', now()),
	('reviewapp', '0006_ripple_imported', now()),
	('reviewapp', '0007_token_salt', now()),
	('reviewapp', '0008_import_in_place', now()),
	('scoring', '0001_initial', now()),
	('scoring', '0002_ripple_scoring', now()),
	('scoring', '0003_controls', now()),
	('scoring', '0004_hosted_runs', now()),
	('sessions', '0001_initial', now());

"""Which screens and widgets offer the actions of which group."""

from quizzer.actions.action import Where
from quizzer.tui.app import QuizzerApp
from quizzer.tui.screens.choosing import ChoosingDialog
from quizzer.tui.screens.component import ComponentScreen
from quizzer.tui.screens.debrief import DebriefScreen
from quizzer.tui.screens.dialogs import LineDialog, MessageDialog
from quizzer.tui.screens.explorer import ExplorerScreen
from quizzer.tui.screens.help import HelpScreen
from quizzer.tui.screens.home import HomeScreen
from quizzer.tui.screens.interview import InterviewScreen
from quizzer.tui.screens.interview_setup import InterviewSetUpScreen
from quizzer.tui.screens.judging import JudgingScreen
from quizzer.tui.screens.look_back import LookBackScreen
from quizzer.tui.screens.palette import Palette
from quizzer.tui.screens.past_interviews import PastInterviewsScreen
from quizzer.tui.screens.plan import DayDialog, PlanScreen
from quizzer.tui.screens.progress import ProgressScreen
from quizzer.tui.screens.question import QuestionScreen
from quizzer.tui.screens.reference import ReferenceScreen
from quizzer.tui.screens.selection import SelectionScreen
from quizzer.tui.screens.sentence import SentenceDialog
from quizzer.tui.screens.still_open import StillOpenDialog
from quizzer.tui.screens.summary import SummaryScreen
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.cell_editor import CellEditor
from quizzer.tui.widgets.choice import ChoicePanel
from quizzer.tui.widgets.code import CodePanel
from quizzer.tui.widgets.code_field import CodeField
from quizzer.tui.widgets.confidence import ConfidenceBar
from quizzer.tui.widgets.fitted import Sideways
from quizzer.tui.widgets.form import Form
from quizzer.tui.widgets.mark_list import MarkList
from quizzer.tui.widgets.match import MatchPanel
from quizzer.tui.widgets.order import OrderPanel
from quizzer.tui.widgets.pick_list import PickList
from quizzer.tui.widgets.rubric import Rubric
from quizzer.tui.widgets.steps import StepList
from quizzer.tui.widgets.topics import TopicList

OWNERS: dict[type, tuple[Where, ...]] = {
    QuizzerApp: ("app",),
    HomeScreen: ("home",),
    QuestionScreen: ("question",),
    SummaryScreen: ("summary",),
    ReferenceScreen: ("reference",),
    ComponentScreen: ("component",),
    ExplorerScreen: ("explorer",),
    StepList: ("steps",),
    MessageDialog: ("dialog",),
    LineDialog: ("dialog",),
    HelpScreen: ("dialog",),
    StillOpenDialog: ("open",),
    ChoicePanel: ("choice",),
    OrderPanel: ("order",),
    MatchPanel: ("match",),
    Rubric: ("rubric",),
    AnswerField: ("answer",),
    CellEditor: ("cells", "answer"),
    CodePanel: ("code",),
    CodeField: ("typing",),
    InterviewSetUpScreen: ("setup",),
    InterviewScreen: ("interview",),
    JudgingScreen: ("judging",),
    DebriefScreen: ("debrief",),
    LookBackScreen: ("looking",),
    PastInterviewsScreen: ("past",),
    ChoosingDialog: ("dialog",),
    DayDialog: ("dialog",),
    SentenceDialog: ("dialog",),
    SelectionScreen: ("selection",),
    PlanScreen: ("plan",),
    ProgressScreen: ("progress",),
    ConfidenceBar: ("confidence",),
    Form: ("form",),
    PickList: ("list",),
    MarkList: ("checks",),
    TopicList: ("topics",),
    Sideways: ("wide",),
    Palette: ("palette",),
}
